"""The games as the client knows them, a folder each, found by `client.table.face.face_of`.

Without Textual: the record (`__init__`), the `names` of things, the `log` of events, `facts` read off a view,
the `options` of questions, and the line client's words (`plain`). With it, and loaded when somebody looks:
the `board` with its forms, its `map` and its `panels`.
"""
