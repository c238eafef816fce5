"""The rules of nestorgames GP, clause by clause, and its boards."""
