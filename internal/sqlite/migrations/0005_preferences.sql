-- How somebody likes to be answered. That a name is there once is for the checks
-- to say: an undo may bring an older one back, and then the newest counts.

CREATE TABLE preference (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name IN ('language', 'filter')),
  value      TEXT    NOT NULL CHECK (value <> ''),
  created_at INTEGER
) STRICT;
