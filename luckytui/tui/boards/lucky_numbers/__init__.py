"""The board of Lucky Numbers: its keys, what they do (model), its picture (paint) and its words."""
