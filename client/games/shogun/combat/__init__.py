"""Battles and revolts of Shogun as they unfold: the sides, the tower and the tray."""
