"""Doors for friends who have no client: it runs here, and they see it over SSH or in a browser."""
