"""A side wager and a mechanic that no state knows, each added to a copy of the app by one file and its line."""
