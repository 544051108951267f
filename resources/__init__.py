"""Rulebooks, icons, fonts, theme, guides and samples, as files."""
