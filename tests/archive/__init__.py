"""Logbooks as released versions left them: each must open, upgraded, and stay good, for as long as there is an app."""
