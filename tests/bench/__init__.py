"""Benchmarks: figures beside a peer's or a bare library's, in one run, as ratios."""
