"""Tests of Dicey Curves."""
