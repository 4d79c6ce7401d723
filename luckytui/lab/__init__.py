"""Games without people: simulated, compared, and analysed for what was luck and what was play."""
