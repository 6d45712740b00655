"""The line client: a table in numbered choices and sentences, for screen readers, scripts and slow lines."""
