"""The long trials: each module here that has `rows(scale)` is one, run by `make campaign`."""
