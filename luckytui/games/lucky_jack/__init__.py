"""Lucky Jack: everything of this game."""
