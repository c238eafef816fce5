"""Tables: those in memory, who is at them, what is told to whom, their clocks, and how they are made."""
