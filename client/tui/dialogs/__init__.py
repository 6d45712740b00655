"""Questions that take the whole attention: each gives one typed answer, or None."""
