"""A second, deliberately plain settlement of the five games, and random lawful rounds for it."""
