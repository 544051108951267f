"""The windows people work in."""
