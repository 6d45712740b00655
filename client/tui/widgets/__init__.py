"""Pieces of screens that any game uses: attributes go down, messages come up."""
