"""The GPU backend against the native one, and its speed."""
