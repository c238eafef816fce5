"""Tabletop racing games on one rules engine: play, referee, simulate."""

from importlib.metadata import version

__version__ = version("paddock")
