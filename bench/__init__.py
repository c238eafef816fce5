"""Benchmarks against other implementations: `make bench`."""
