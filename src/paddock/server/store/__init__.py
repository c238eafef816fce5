"""Persistence: the store, its writer, snapshots, and stored races to read."""
