"""The rules of Victory Lane, clause by clause, its cards, races and secrets."""
