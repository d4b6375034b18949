-- Dates are YYYY-MM-DD, times HH:MM, local moments YYYY-MM-DDTHH:MM, instants
-- milliseconds since 1970 in UTC, booleans 0 or 1, sets one member a line, a
-- recurrence the JSON of the protocol. folded is the label in the form in which
-- texts are compared.
--
-- A file that was released is never edited: a later change is a new file.

-- touched is the batch that last changed a record that belongs to the project. It
-- is not a revision of the project.
CREATE TABLE project (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  rev              INTEGER NOT NULL CHECK (rev > 0),
  folded           TEXT    NOT NULL,
  name             TEXT    NOT NULL CHECK (name <> ''),
  description      TEXT,
  status           TEXT,
  target_date      TEXT    CHECK (length(target_date) = 10),
  created_at       INTEGER,
  risk_level       TEXT    CHECK (risk_level IN ('low', 'medium', 'high')),
  progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100),
  is_favorite      INTEGER CHECK (is_favorite IN (0, 1)),
  favorite_rank    INTEGER CHECK (favorite_rank > 0),
  touched          INTEGER NOT NULL DEFAULT 0
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

-- A record that does not repeat is found by its day. A repeating record is found
-- by its anchor; its occurrences decide. The indexes of projects and deadlines have
-- the columns that counting needs, so that the records are not read.
CREATE INDEX task_day      ON task (scheduled_for, status) WHERE recurrence IS NULL;
CREATE INDEX task_series   ON task (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX task_deadline ON task (deadline, scheduled_for, status) WHERE deadline IS NOT NULL;
CREATE INDEX task_project  ON task (project_id, scheduled_for, status, recurrence) WHERE project_id IS NOT NULL;

-- Overdue tasks are searched among the open ones, however many were ever completed.
CREATE INDEX task_open     ON task (scheduled_for)
WHERE recurrence IS NULL AND status IS NOT 'completed' AND status IS NOT 'skipped';

CREATE INDEX event_day     ON event (scheduled_for) WHERE recurrence IS NULL;
CREATE INDEX event_series  ON event (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX event_project ON event (project_id, scheduled_for, start_time, recurrence) WHERE project_id IS NOT NULL;

CREATE TABLE checklist (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  title      TEXT    NOT NULL CHECK (title <> ''),
  project_id INTEGER REFERENCES project (id),
  task_id    INTEGER REFERENCES task (id),
  created_at INTEGER
) STRICT;

CREATE TABLE checklist_item (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  rev          INTEGER NOT NULL CHECK (rev > 0),
  folded       TEXT    NOT NULL,
  checklist_id INTEGER NOT NULL REFERENCES checklist (id),
  title        TEXT    NOT NULL CHECK (title <> ''),
  is_checked   INTEGER CHECK (is_checked IN (0, 1)),
  created_at   INTEGER
) STRICT;

CREATE INDEX checklist_project ON checklist (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX checklist_task    ON checklist (task_id) WHERE task_id IS NOT NULL;

CREATE INDEX checklist_item_checklist ON checklist_item (checklist_id);

CREATE TABLE note (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  title      TEXT    NOT NULL CHECK (title <> ''),
  content    TEXT,
  project_id INTEGER REFERENCES project (id),
  created_at INTEGER
) STRICT;

CREATE TABLE note_session (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name <> ''),
  project_id INTEGER REFERENCES project (id),
  summary    TEXT,
  created_at INTEGER
) STRICT;

CREATE TABLE note_line (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  session_id INTEGER NOT NULL REFERENCES note_session (id),
  content    TEXT    NOT NULL CHECK (content <> ''),
  created_at INTEGER
) STRICT;

CREATE TABLE link (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name <> ''),
  url        TEXT    NOT NULL CHECK (url <> ''),
  project_id INTEGER REFERENCES project (id),
  created_at INTEGER
) STRICT;

CREATE TABLE file (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name <> ''),
  location   TEXT,
  size       INTEGER CHECK (size >= 0),
  mime_type  TEXT,
  project_id INTEGER REFERENCES project (id),
  created_at INTEGER
) STRICT;

CREATE TABLE alarm (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  rev             INTEGER NOT NULL CHECK (rev > 0),
  folded          TEXT    NOT NULL,
  title           TEXT    NOT NULL CHECK (title <> ''),
  scheduled_for   TEXT    NOT NULL CHECK (length(scheduled_for) = 10),
  time            TEXT    NOT NULL CHECK (length(time) = 5),
  recurrence      TEXT,
  enabled         INTEGER CHECK (enabled IN (0, 1)),
  done            INTEGER CHECK (done IN (0, 1)),
  next_trigger_at TEXT    CHECK (length(next_trigger_at) = 16),
  snoozed_until   TEXT    CHECK (length(snoozed_until) = 16),
  acknowledged_at INTEGER,
  created_at      INTEGER
) STRICT;

CREATE TABLE team (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name <> ''),
  created_at INTEGER
) STRICT;

CREATE TABLE person (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  rev          INTEGER NOT NULL CHECK (rev > 0),
  folded       TEXT    NOT NULL,
  name         TEXT    NOT NULL CHECK (name <> ''),
  last_name    TEXT,
  aliases      TEXT,
  role         TEXT,
  email        TEXT,
  notes        TEXT,
  team_id      INTEGER REFERENCES team (id),
  subteam      TEXT,
  arrival_date TEXT    CHECK (length(arrival_date) = 10),
  has_left     INTEGER CHECK (has_left IN (0, 1)),
  created_at   INTEGER
) STRICT;

CREATE TABLE situation (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  rev         INTEGER NOT NULL CHECK (rev > 0),
  folded      TEXT    NOT NULL,
  title       TEXT    NOT NULL CHECK (title <> ''),
  description TEXT,
  created_at  INTEGER
) STRICT;

CREATE TABLE situation_actor (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  rev            INTEGER NOT NULL CHECK (rev > 0),
  folded         TEXT    NOT NULL,
  situation_id   INTEGER NOT NULL REFERENCES situation (id),
  person_id      INTEGER NOT NULL REFERENCES person (id),
  name           TEXT    NOT NULL CHECK (name <> ''),
  role           TEXT,
  situation_role TEXT,
  created_at     INTEGER
) STRICT;

CREATE TABLE situation_note (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  rev          INTEGER NOT NULL CHECK (rev > 0),
  folded       TEXT    NOT NULL,
  situation_id INTEGER NOT NULL REFERENCES situation (id),
  actor_id     INTEGER REFERENCES situation_actor (id),
  content      TEXT    NOT NULL CHECK (content <> ''),
  created_at   INTEGER
) STRICT;

CREATE TABLE situation_question (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  rev          INTEGER NOT NULL CHECK (rev > 0),
  folded       TEXT    NOT NULL,
  situation_id INTEGER NOT NULL REFERENCES situation (id),
  actor_id     INTEGER REFERENCES situation_actor (id),
  question     TEXT    NOT NULL CHECK (question <> ''),
  answer       TEXT,
  created_at   INTEGER
) STRICT;

CREATE TABLE situation_summary (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  rev          INTEGER NOT NULL CHECK (rev > 0),
  folded       TEXT    NOT NULL,
  situation_id INTEGER NOT NULL REFERENCES situation (id),
  text         TEXT    NOT NULL CHECK (text <> ''),
  created_at   INTEGER
) STRICT;

CREATE INDEX note_project         ON note (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX note_session_project ON note_session (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX note_line_session    ON note_line (session_id);
CREATE INDEX link_project         ON link (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX file_project         ON file (project_id) WHERE project_id IS NOT NULL;

CREATE INDEX alarm_day    ON alarm (scheduled_for) WHERE recurrence IS NULL;
CREATE INDEX alarm_series ON alarm (scheduled_for) WHERE recurrence IS NOT NULL;

CREATE INDEX person_team ON person (team_id) WHERE team_id IS NOT NULL;

CREATE INDEX situation_actor_person         ON situation_actor (person_id);
CREATE INDEX situation_note_situation       ON situation_note (situation_id);
CREATE INDEX situation_note_actor           ON situation_note (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX situation_question_situation   ON situation_question (situation_id);
CREATE INDEX situation_question_actor       ON situation_question (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX situation_summary_situation    ON situation_summary (situation_id);

-- A person has one role in a situation.
CREATE UNIQUE INDEX situation_actor_pair ON situation_actor (situation_id, person_id);

-- How the user wants to be answered. The checks keep a name unique: an undo may
-- bring back an older row, and then the newest one counts.
CREATE TABLE preference (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  rev        INTEGER NOT NULL CHECK (rev > 0),
  folded     TEXT    NOT NULL,
  name       TEXT    NOT NULL CHECK (name IN ('language', 'filter')),
  value      TEXT    NOT NULL CHECK (value <> ''),
  created_at INTEGER
) STRICT;

-- The ledger and the audit trail.

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

-- Not unique: a key can be used again after its time to live.
CREATE INDEX batch_key    ON batch (key) WHERE key IS NOT NULL;
CREATE INDEX batch_undoes ON batch (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX batch_counts ON batch (action, id) WHERE undone_by IS NULL;

-- One row for each record that a batch changed. existed and exists say whether the
-- record existed before and after; cells has its changed fields.
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

-- The ledger and the audit trail are append-only. The hash chain reveals a change
-- by a program that drops these triggers.
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

-- Conversations are no records: they have no batch and no undo, and the oldest turns
-- are deleted when there are too many.
--
-- question is the open question in the protocol's JSON, about the records that the
-- turn mentions ("task:3 event:1"), correlation_id the command that proposed something
-- in this turn and has not applied it: a batch of that id created what the turn
-- mentions.
CREATE TABLE turn (
  id       INTEGER PRIMARY KEY,
  session  TEXT    NOT NULL CHECK (session <> ''),
  at       INTEGER NOT NULL,
  role     TEXT    NOT NULL CHECK (role IN ('user', 'assistant')),
  text     TEXT    NOT NULL,
  question TEXT,
  about    TEXT    NOT NULL,
  correlation_id TEXT
) STRICT;

CREATE INDEX turn_session ON turn (session, id);

-- The full-text index. It is computed from the records and can be rebuilt at any
-- time. It covers the batches up to one; changes of later batches are read from the
-- records themselves.
CREATE TABLE text_index (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  made_by TEXT    NOT NULL,
  batch   INTEGER NOT NULL
) STRICT;

-- The segments together are the index, oldest first by age. The blocks of a segment
-- are numbered from id * 2^20.
CREATE TABLE text_segment (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  age    INTEGER NOT NULL UNIQUE,
  header BLOB    NOT NULL
) STRICT;

CREATE TABLE text_block (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

-- Embeddings of the texts of records. They are computed from the records, but that
-- takes a model and its time. No batch changes them, and none can be undone.
--
-- batch is the newest batch up to which every text has its vector, 0 while some
-- have none.

CREATE TABLE vector_index (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  model     TEXT    NOT NULL,
  dimension INTEGER NOT NULL,
  made_from TEXT    NOT NULL,
  batch     INTEGER NOT NULL
) STRICT;

-- A block has the upper halves of the vectors of some records of one kind. keys names
-- the records, so that they can be read without the vectors.
CREATE TABLE vector_block (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  kind   TEXT NOT NULL,
  keys   BLOB NOT NULL,
  uppers BLOB NOT NULL
) STRICT;

-- Lower halves have a row each, since a search reads only the few that decide. place is
-- the number of the block and, in its last 8 bits, the position in the block.
CREATE TABLE vector_lower (
  place INTEGER PRIMARY KEY,
  lower BLOB NOT NULL
) STRICT;
