"""The acts: one keyword-only function each, its `may_…` beside it."""
