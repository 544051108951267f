"""The judge of conduct: what the rulebooks ask of a table at every moment, from a log of what happened there."""
