"""The dispute desk without its window: a round as somebody tells it, settled anew at every word."""
