"""The line client: sentences, and a key for each choice; for screen readers, scripts and slow lines."""
