"""What a player can decide, each decision in a file of its own; `register.py` lists them."""
