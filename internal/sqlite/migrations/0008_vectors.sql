-- What the texts of records mean, as a model has put it in vectors. They follow
-- from the records, so that they can be had again; but that takes a model and
-- its time. No batch changes them, and none can be undone.
--
-- batch is that up to which every text has its vector, 0 while some have none.

CREATE TABLE vector_index (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  model     TEXT    NOT NULL,
  dimension INTEGER NOT NULL,
  made_from TEXT    NOT NULL,
  batch     INTEGER NOT NULL
) STRICT;

-- A block has the vectors of some records of a kind, and says first whose they
-- are, so that this can be read without them.
CREATE TABLE vector_block (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind    TEXT NOT NULL,
  keys    BLOB NOT NULL,
  vectors BLOB NOT NULL
) STRICT;
