"""The long proofs of the server, on loopback. All: `make torture`; one: `python -m bench.torture kills --scale 0.1`."""
