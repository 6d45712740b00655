"""One package per game; all have the same files, chapters aside."""
