"""One table: what can happen there and what it leads to, worked out from its journal alone."""
