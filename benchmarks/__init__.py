"""Speeds, each told as a ratio to something named that was measured in the same run."""
