"""Lucky Squares: everything of this game."""
