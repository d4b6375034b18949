-- The tables of records, the ledger and the audit trail. A file that has been
-- published is never edited; what changes later is a new file.
--
-- Dates are YYYY-MM-DD, times HH:MM, instants milliseconds since 1970 in UTC,
-- sets one member a line, a recurrence the JSON of the protocol. Null is null.
-- folded is the label in the form that texts are compared in.

CREATE TABLE project (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  rev         INTEGER NOT NULL CHECK (rev > 0),
  folded      TEXT    NOT NULL,
  name        TEXT    NOT NULL CHECK (name <> ''),
  description TEXT,
  status      TEXT,
  target_date TEXT    CHECK (length(target_date) = 10),
  created_at  INTEGER
) STRICT;

CREATE TABLE task (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  rev             INTEGER NOT NULL CHECK (rev > 0),
  folded          TEXT    NOT NULL,
  title           TEXT    NOT NULL CHECK (title <> ''),
  notes           TEXT,
  scheduled_for   TEXT    CHECK (length(scheduled_for) = 10),
  deadline        TEXT    CHECK (length(deadline) = 10),
  priority        TEXT    CHECK (priority IN ('low', 'medium', 'high')),
  status          TEXT    CHECK (status IN ('pending', 'doing', 'completed', 'skipped')),
  tags            TEXT,
  project_id      INTEGER REFERENCES project (id),
  context         TEXT    CHECK (context IN ('school', 'personal', 'work')),
  recurrence      TEXT,
  completed_dates TEXT,
  skipped_dates   TEXT,
  created_at      INTEGER
) STRICT;

CREATE TABLE event (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  rev           INTEGER NOT NULL CHECK (rev > 0),
  folded        TEXT    NOT NULL,
  title         TEXT    NOT NULL CHECK (title <> ''),
  notes         TEXT,
  location      TEXT,
  scheduled_for TEXT    CHECK (length(scheduled_for) = 10),
  start_time    TEXT    CHECK (length(start_time) = 5),
  end_time      TEXT    CHECK (length(end_time) = 5),
  project_id    INTEGER REFERENCES project (id),
  context       TEXT    CHECK (context IN ('school', 'personal', 'work')),
  recurrence    TEXT,
  created_at    INTEGER
) STRICT;

-- A record that does not repeat is found by its day; status is in the index so
-- that looking for what is overdue does not visit everything that was ever done.
-- One that repeats is found by its anchor and then decided by its occurrences.
CREATE INDEX task_day      ON task (scheduled_for, status) WHERE recurrence IS NULL;
CREATE INDEX task_series   ON task (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX task_deadline ON task (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX task_project  ON task (project_id) WHERE project_id IS NOT NULL;

CREATE INDEX event_day     ON event (scheduled_for) WHERE recurrence IS NULL;
CREATE INDEX event_series  ON event (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX event_project ON event (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE batch (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  at             INTEGER NOT NULL,
  action         TEXT    NOT NULL CHECK (action IN ('apply', 'undo', 'redo')),
  undoes         INTEGER REFERENCES batch (id),
  undone_by      INTEGER REFERENCES batch (id),
  correlation_id TEXT    NOT NULL,
  key            TEXT,
  fingerprint    TEXT    NOT NULL,
  results        TEXT    NOT NULL
) STRICT;

-- Not unique: a key that was given a time to live can be used again after it.
CREATE INDEX batch_key    ON batch (key) WHERE key IS NOT NULL;
CREATE INDEX batch_undoes ON batch (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX batch_counts ON batch (action, id) WHERE undone_by IS NULL;

-- One row for each record that a batch changed; existed and exists are the
-- record's existence before and after, cells its fields.
CREATE TABLE change (
  batch      INTEGER NOT NULL REFERENCES batch (id),
  seq        INTEGER NOT NULL,
  kind       TEXT    NOT NULL,
  id         INTEGER NOT NULL,
  existed    INTEGER NOT NULL CHECK (existed IN (0, 1)),
  "exists"   INTEGER NOT NULL CHECK ("exists" IN (0, 1)),
  rev_before INTEGER NOT NULL,
  rev_after  INTEGER NOT NULL,
  cells      TEXT    NOT NULL,
  PRIMARY KEY (batch, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX change_record ON change (kind, id, batch);

CREATE TABLE audit (
  seq            INTEGER PRIMARY KEY,
  at             INTEGER NOT NULL,
  correlation_id TEXT    NOT NULL,
  action         TEXT    NOT NULL,
  batch          INTEGER REFERENCES batch (id),
  detail         TEXT    NOT NULL,
  hash           BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- What was done stays as it was written. The hash chain shows a change by
-- whoever goes round these triggers.
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;

CREATE TRIGGER change_is_not_changed BEFORE UPDATE ON change
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER change_is_not_deleted BEFORE DELETE ON change
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER batch_is_not_changed
BEFORE UPDATE OF id, at, action, undoes, correlation_id, key, fingerprint, results ON batch
BEGIN SELECT RAISE(ABORT, 'of a batch only undone_by changes'); END;
CREATE TRIGGER batch_is_not_deleted BEFORE DELETE ON batch
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
