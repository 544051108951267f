"""What entries state: one frozen dataclass a kind, and beside it how it changes the state."""
