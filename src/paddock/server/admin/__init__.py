"""For the host of a server: what `paddock admin` does, with a running server or with its store alone."""
