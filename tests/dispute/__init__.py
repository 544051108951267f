"""The dispute desk: its model, its words, its window."""
