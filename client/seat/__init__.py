"""Being at a table: the connection, what we were told there, and the proof of it."""
