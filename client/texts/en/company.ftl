# Whom one meets at a table, and what may be in the way of getting there.

## Who sits down

meet-new = { $name } is NEW to you: key { $key }.
meet-renamed = { $name } is RENAMED: you know that key as { $names }.
meet-changed = THE KEY OF { $name } HAS CHANGED: somebody may be posing as { $name }. Ask them for their key before you play; this one is { $key }.
meet-trouble = { $name } cannot be compared with whom you know: { $trouble }
meet-forgotten = { $name } cannot be remembered: { $trouble }
meet-door = { $name } ({ $door }) plays on somebody else's machine: whoever runs it can read what { $name } seals.
