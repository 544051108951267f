"""What an act asks before it is done, and what it does with the answers, by what it is about."""
