"""Painted things: each takes a look and a size, none knows the logbook."""
