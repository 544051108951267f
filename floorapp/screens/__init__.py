"""What each screen shows and offers, as frozen values; no Qt."""
