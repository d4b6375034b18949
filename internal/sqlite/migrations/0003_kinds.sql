-- What a workspace holds beside tasks, events and checklists. A moment is
-- YYYY-MM-DDTHH:MM, local.

ALTER TABLE project ADD COLUMN risk_level       TEXT    CHECK (risk_level IN ('low', 'medium', 'high'));
ALTER TABLE project ADD COLUMN progress_percent INTEGER CHECK (progress_percent BETWEEN 0 AND 100);
ALTER TABLE project ADD COLUMN is_favorite      INTEGER CHECK (is_favorite IN (0, 1));
ALTER TABLE project ADD COLUMN favorite_rank    INTEGER CHECK (favorite_rank > 0);

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

-- A person has one part in a situation.
CREATE UNIQUE INDEX situation_actor_pair ON situation_actor (situation_id, person_id);
