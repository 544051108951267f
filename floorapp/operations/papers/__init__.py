"""The papers of the house: sheets made from the logbook's entries up to a head."""
