"""Pages: widgets that show one frozen value each and say what a person chose; they know no logbook."""
