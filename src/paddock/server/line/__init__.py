"""One line to a client: its socket, its limits, what it may ask for, and everything on the wire."""
