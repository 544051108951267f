"""Auditing: stored rounds packed, verified again, and held against what a fair game looks like."""
