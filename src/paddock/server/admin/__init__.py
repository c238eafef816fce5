"""The commands of `paddock admin`, carried out by a running server or on its store alone."""
