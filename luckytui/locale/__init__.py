"""The texts for translators, and the catalogues in other languages."""
