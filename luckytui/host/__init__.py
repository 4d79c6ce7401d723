"""A table behind a network host: the lobby, the people, the bots. It runs in a process of its own."""
