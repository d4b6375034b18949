-- Conversations: what was said, oldest first. They are no records: no batch, no
-- undo, and the oldest turns go when there are too many.
--
-- question is the open question as the protocol writes it, about the records
-- that a turn speaks of, "task:3 event:1".

CREATE TABLE turn (
  id       INTEGER PRIMARY KEY,
  session  TEXT    NOT NULL CHECK (session <> ''),
  at       INTEGER NOT NULL,
  role     TEXT    NOT NULL CHECK (role IN ('user', 'assistant')),
  text     TEXT    NOT NULL,
  question TEXT,
  about    TEXT    NOT NULL
) STRICT;

CREATE INDEX turn_session ON turn (session, id);
