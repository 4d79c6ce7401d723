"""What any mode shows, drawn or in lines: models, selection, words. Nothing here knows a screen."""
