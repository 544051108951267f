"""Buttons, labels and surfaces that every screen is put together from."""
