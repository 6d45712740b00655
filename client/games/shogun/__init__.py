"""Shogun on the screen: its words, its panels, the planning board, and how cubes fall."""
