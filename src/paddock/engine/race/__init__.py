"""One race: positions, matches, dice, events, options, the file that holds it, and whether that is true."""
