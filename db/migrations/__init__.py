"""The steps from one released layout of the logbook's tables to the next."""
