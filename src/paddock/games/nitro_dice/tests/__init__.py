"""The rules of Nitro Dice, clause by clause, its tracks and its secrets."""
