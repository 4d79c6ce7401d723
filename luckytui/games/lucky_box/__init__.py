"""Super Mega Lucky Box: everything of this game."""
