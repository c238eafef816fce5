"""The tests of Ridge Run."""
