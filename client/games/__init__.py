"""What the client knows of each game: one folder and one record each."""
