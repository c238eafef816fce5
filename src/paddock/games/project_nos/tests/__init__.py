"""Tests of Project NOS."""
