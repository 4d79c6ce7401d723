"""What remains of games: the store of those played here, statistics, and the line that repeats a deal."""
