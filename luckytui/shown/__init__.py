"""What any mode shows of a table, on a screen or in lines: models, words and results. No Textual."""
