"""One game in play: its seats, its dealer, its log, its record, and what each seat is shown."""
