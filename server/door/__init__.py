"""The way in: connections, what they may ask for, and how players get to a seat."""
