"""A line (one client's connection): its socket, its limits, its requests, and the wire protocol."""
