"""How rules are written and run: records, marks, phases, twins, compiled code, search."""
