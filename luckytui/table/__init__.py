"""A table: who sits where, the match in play, and what each seat may see and ask for."""
