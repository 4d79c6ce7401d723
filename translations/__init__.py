"""Collecting the program's texts for translators."""
