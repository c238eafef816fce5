"""One race: positions, matches, dice, events, options, the record file and its verification."""
