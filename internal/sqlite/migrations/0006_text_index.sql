-- The index of words. What it says follows from the records, so that it can be
-- made anew at any time. It covers the batches up to one; what later ones
-- changed is read from the records themselves.

CREATE TABLE text_index (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  made_by TEXT    NOT NULL,
  batch   INTEGER NOT NULL
) STRICT;

-- Segments say together what the index says, oldest first by age. Their blocks
-- have the numbers from id * 2^20 on.
CREATE TABLE text_segment (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  age    INTEGER NOT NULL UNIQUE,
  header BLOB    NOT NULL
) STRICT;

CREATE TABLE text_block (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
