"""What is worked out outside the event loop: bots' moves, title odds, people's files."""
