"""The board of Lucky Squares: its keys, what they do (model), its picture (paint) and its words."""
