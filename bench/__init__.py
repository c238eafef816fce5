"""Measures against other implementations: `make bench`."""
