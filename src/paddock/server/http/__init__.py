"""The server process and its HTTP interface: pages, API, security, metrics, logs."""
