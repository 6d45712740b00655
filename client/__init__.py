"""What players see and type: the terminal client and the command line."""
