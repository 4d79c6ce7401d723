"""The board of Lucky Jack: its keys, what they do (model), its picture (paint) and its words."""
