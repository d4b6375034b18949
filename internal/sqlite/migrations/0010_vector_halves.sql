-- Vectors in halves: the upper ones in blocks, which a search reads whole, and the
-- lower ones each for itself, of which it reads the few that decide. Those that were kept
-- whole are embedded anew by the next index.
DELETE FROM vector_index;
DROP TABLE vector_block;

-- A block has the upper halves of the vectors of some records of a kind, and says first
-- whose they are, so that this can be read without them.
CREATE TABLE vector_block (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  kind   TEXT NOT NULL,
  keys   BLOB NOT NULL,
  uppers BLOB NOT NULL
) STRICT;

-- place is the number of the block and, in its last 8 bits, that in the block.
CREATE TABLE vector_lower (
  place INTEGER PRIMARY KEY,
  lower BLOB NOT NULL
) STRICT;
