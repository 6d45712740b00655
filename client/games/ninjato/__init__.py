"""Ninjato on the screen."""
