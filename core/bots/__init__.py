"""Bots: players made of code, who see no more than a person in their seat; and whole games between them."""
