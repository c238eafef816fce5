"""Work outside the event loop: bots' moves, title odds, checks of component files."""
