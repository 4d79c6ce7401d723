"""luckytui without drawing: everything in lines of text, for a screen reader, a braille display or a pipe."""
