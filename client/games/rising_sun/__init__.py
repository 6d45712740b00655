"""Rising Sun on the screen: its words, its panels, and what is told of it step by step."""
