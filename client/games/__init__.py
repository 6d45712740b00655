"""The games as the client knows them, a folder each, found by `client.table.face.face_of`.

Without Textual: the record (`__init__`), the `names` of things, the `log` of events, `facts` from a view, the
`options` of questions, `cards` to look up, and the line client's words (`plain`). With it, and loaded when a
screen draws the game: the `board` with its forms, its `map` and its `panels`.
"""
