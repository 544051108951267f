"""From a sheet to the bytes of a paper."""
