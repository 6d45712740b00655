"""The way in: connections, what they may ask for, and how one gets to a seat."""
