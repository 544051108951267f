"""Side wagers and insurance, each in a file of its own; `register.py` lists them."""
