"""Tables: rooms in memory, presence, messages, clocks, bots, and creating new tables."""
