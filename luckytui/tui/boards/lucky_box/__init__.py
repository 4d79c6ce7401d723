"""The board of Super Mega Lucky Box: its keys, what they do (model), its picture (paint) and its words."""
