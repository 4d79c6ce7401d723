"""Lucky Numbers: everything of this game."""
