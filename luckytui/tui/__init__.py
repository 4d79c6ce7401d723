"""What is seen in the terminal: the app, its commands, its screens and the games' boards."""
