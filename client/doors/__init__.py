"""Doors for friends without a client: it runs here, and they see it over SSH or in a browser."""
