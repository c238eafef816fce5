"""The server as a process and what is asked of it over HTTP: pages, API, security, metrics, logs."""
