"""What exists on a floor: frozen values, the standard library only."""
