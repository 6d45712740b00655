"""Being at a table: the connection, what was told there, and the proof of it."""
