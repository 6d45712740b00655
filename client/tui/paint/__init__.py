"""What only speed justifies: our own layout and our own painting, where Textual has both.

The layout (`floor`, `floor_plan`, `spots`, `columns`) is worked out by a plan instead of 110 rules of a style
sheet: the first paint went from 527,000 calls to 437,000, opening the talk from 217,000 to 75,000.
The painting (`surface`, `rows`) fills rows to the edge and keeps them until they change: an update
went from 27,000 calls to 16,300, opening the talk from 49,000 to 33,000. `docs/performance.md` has the rest.
"""
