"""What is shown and asked at a table, without a screen and without a network."""
