"""How a screen, or a bot, reaches a table: in this process or across the network."""
