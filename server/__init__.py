"""The table's host: keeps the true state of every game and tells each seat what it may know."""
