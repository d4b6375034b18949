-- Dates are YYYY-MM-DD, times HH:MM, local moments YYYY-MM-DDTHH:MM, instants
-- milliseconds since 1970 in UTC, booleans 0 or 1, sets one member a line, a
-- recurrence the JSON of the protocol. folded is the label in the form in which
-- texts are compared.
--
-- Every text has COLLATE "C", so that the database compares it by its bytes, as the
-- program does in memory. The default of a database follows a language.
--
-- The schema in which these tables are made is the first of search_path. A file that was
-- released is never edited: a later change is a new file.

-- last_id has the greatest id that each table ever had: the id of a deleted row does not
-- return. A sequence would leave gaps, and some distributed servers do not keep its order.
CREATE TABLE last_id (
  name TEXT    COLLATE "C" PRIMARY KEY,
  seq  BIGINT NOT NULL CHECK (seq >= 0)
);

CREATE FUNCTION keep_last_id() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  newest BIGINT;
BEGIN
  SELECT max(id) INTO newest FROM added;
  UPDATE last_id SET seq = newest WHERE name = TG_TABLE_NAME AND seq < newest;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END $$;

-- touched is the batch that last changed a record that belongs to the project. It
-- is not a revision of the project.
CREATE TABLE project (
  id               BIGINT  PRIMARY KEY,
  rev              BIGINT  NOT NULL CHECK (rev > 0),
  folded           TEXT    COLLATE "C" NOT NULL,
  name             TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  description      TEXT    COLLATE "C",
  status           TEXT    COLLATE "C",
  target_date      TEXT    COLLATE "C" CHECK (length(target_date) = 10),
  created_at       BIGINT,
  risk_level       TEXT    COLLATE "C" CHECK (risk_level IN ('low', 'medium', 'high')),
  progress_percent BIGINT  CHECK (progress_percent BETWEEN 0 AND 100),
  is_favorite      BIGINT  CHECK (is_favorite IN (0, 1)),
  favorite_rank    BIGINT  CHECK (favorite_rank > 0),
  touched          BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE task (
  id              BIGINT  PRIMARY KEY,
  rev             BIGINT  NOT NULL CHECK (rev > 0),
  folded          TEXT    COLLATE "C" NOT NULL,
  title           TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  notes           TEXT    COLLATE "C",
  scheduled_for   TEXT    COLLATE "C" CHECK (length(scheduled_for) = 10),
  deadline        TEXT    COLLATE "C" CHECK (length(deadline) = 10),
  priority        TEXT    COLLATE "C" CHECK (priority IN ('low', 'medium', 'high')),
  status          TEXT    COLLATE "C" CHECK (status IN ('pending', 'doing', 'completed', 'skipped')),
  tags            TEXT    COLLATE "C",
  project_id      BIGINT  REFERENCES project (id) DEFERRABLE,
  context         TEXT    COLLATE "C" CHECK (context IN ('school', 'personal', 'work')),
  recurrence      TEXT    COLLATE "C",
  completed_dates TEXT    COLLATE "C",
  skipped_dates   TEXT    COLLATE "C",
  created_at      BIGINT
);

CREATE TABLE event (
  id            BIGINT  PRIMARY KEY,
  rev           BIGINT  NOT NULL CHECK (rev > 0),
  folded        TEXT    COLLATE "C" NOT NULL,
  title         TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  notes         TEXT    COLLATE "C",
  location      TEXT    COLLATE "C",
  scheduled_for TEXT    COLLATE "C" CHECK (length(scheduled_for) = 10),
  start_time    TEXT    COLLATE "C" CHECK (length(start_time) = 5),
  end_time      TEXT    COLLATE "C" CHECK (length(end_time) = 5),
  project_id    BIGINT  REFERENCES project (id) DEFERRABLE,
  context       TEXT    COLLATE "C" CHECK (context IN ('school', 'personal', 'work')),
  recurrence    TEXT    COLLATE "C",
  created_at    BIGINT
);

-- A record that does not repeat is found by its day. A repeating record is found
-- by its anchor; its occurrences decide. The indexes of projects and deadlines have
-- the columns that counting needs, so that the records are not read.
CREATE INDEX task_day      ON task (scheduled_for, status) WHERE recurrence IS NULL;
CREATE INDEX task_series   ON task (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX task_deadline ON task (deadline, scheduled_for, status) WHERE deadline IS NOT NULL;
CREATE INDEX task_project  ON task (project_id, scheduled_for, status, recurrence) WHERE project_id IS NOT NULL;

-- Overdue tasks are searched among the open ones, however many were ever completed.
CREATE INDEX task_open     ON task (scheduled_for)
WHERE recurrence IS NULL AND status IS DISTINCT FROM 'completed' AND status IS DISTINCT FROM 'skipped';

CREATE INDEX event_day     ON event (scheduled_for) WHERE recurrence IS NULL;
CREATE INDEX event_series  ON event (scheduled_for) WHERE recurrence IS NOT NULL;
CREATE INDEX event_project ON event (project_id, scheduled_for, start_time, recurrence) WHERE project_id IS NOT NULL;

CREATE TABLE checklist (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  title      TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  project_id BIGINT  REFERENCES project (id) DEFERRABLE,
  task_id    BIGINT  REFERENCES task (id) DEFERRABLE,
  created_at BIGINT
);

CREATE TABLE checklist_item (
  id           BIGINT  PRIMARY KEY,
  rev          BIGINT  NOT NULL CHECK (rev > 0),
  folded       TEXT    COLLATE "C" NOT NULL,
  checklist_id BIGINT  NOT NULL REFERENCES checklist (id) DEFERRABLE,
  title        TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  is_checked   BIGINT  CHECK (is_checked IN (0, 1)),
  created_at   BIGINT
);

CREATE INDEX checklist_project ON checklist (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX checklist_task    ON checklist (task_id) WHERE task_id IS NOT NULL;

CREATE INDEX checklist_item_checklist ON checklist_item (checklist_id);

CREATE TABLE note (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  title      TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  content    TEXT    COLLATE "C",
  project_id BIGINT  REFERENCES project (id) DEFERRABLE,
  created_at BIGINT
);

CREATE TABLE note_session (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  name       TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  project_id BIGINT  REFERENCES project (id) DEFERRABLE,
  summary    TEXT    COLLATE "C",
  created_at BIGINT
);

CREATE TABLE note_line (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  session_id BIGINT  NOT NULL REFERENCES note_session (id) DEFERRABLE,
  content    TEXT    COLLATE "C" NOT NULL CHECK (content <> ''),
  created_at BIGINT
);

CREATE TABLE link (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  name       TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  url        TEXT    COLLATE "C" NOT NULL CHECK (url <> ''),
  project_id BIGINT  REFERENCES project (id) DEFERRABLE,
  created_at BIGINT
);

CREATE TABLE file (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  name       TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  location   TEXT    COLLATE "C",
  size       BIGINT  CHECK (size >= 0),
  mime_type  TEXT    COLLATE "C",
  project_id BIGINT  REFERENCES project (id) DEFERRABLE,
  created_at BIGINT
);

CREATE TABLE alarm (
  id              BIGINT  PRIMARY KEY,
  rev             BIGINT  NOT NULL CHECK (rev > 0),
  folded          TEXT    COLLATE "C" NOT NULL,
  title           TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  scheduled_for   TEXT    COLLATE "C" NOT NULL CHECK (length(scheduled_for) = 10),
  time            TEXT    COLLATE "C" NOT NULL CHECK (length(time) = 5),
  recurrence      TEXT    COLLATE "C",
  enabled         BIGINT  CHECK (enabled IN (0, 1)),
  done            BIGINT  CHECK (done IN (0, 1)),
  next_trigger_at TEXT    COLLATE "C" CHECK (length(next_trigger_at) = 16),
  snoozed_until   TEXT    COLLATE "C" CHECK (length(snoozed_until) = 16),
  acknowledged_at BIGINT,
  created_at      BIGINT
);

CREATE TABLE team (
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  name       TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  created_at BIGINT
);

CREATE TABLE person (
  id           BIGINT  PRIMARY KEY,
  rev          BIGINT  NOT NULL CHECK (rev > 0),
  folded       TEXT    COLLATE "C" NOT NULL,
  name         TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  last_name    TEXT    COLLATE "C",
  aliases      TEXT    COLLATE "C",
  role         TEXT    COLLATE "C",
  email        TEXT    COLLATE "C",
  notes        TEXT    COLLATE "C",
  team_id      BIGINT  REFERENCES team (id) DEFERRABLE,
  subteam      TEXT    COLLATE "C",
  arrival_date TEXT    COLLATE "C" CHECK (length(arrival_date) = 10),
  has_left     BIGINT  CHECK (has_left IN (0, 1)),
  created_at   BIGINT
);

CREATE TABLE situation (
  id          BIGINT  PRIMARY KEY,
  rev         BIGINT  NOT NULL CHECK (rev > 0),
  folded      TEXT    COLLATE "C" NOT NULL,
  title       TEXT    COLLATE "C" NOT NULL CHECK (title <> ''),
  description TEXT    COLLATE "C",
  created_at  BIGINT
);

CREATE TABLE situation_actor (
  id             BIGINT  PRIMARY KEY,
  rev            BIGINT  NOT NULL CHECK (rev > 0),
  folded         TEXT    COLLATE "C" NOT NULL,
  situation_id   BIGINT  NOT NULL REFERENCES situation (id) DEFERRABLE,
  person_id      BIGINT  NOT NULL REFERENCES person (id) DEFERRABLE,
  name           TEXT    COLLATE "C" NOT NULL CHECK (name <> ''),
  role           TEXT    COLLATE "C",
  situation_role TEXT    COLLATE "C",
  created_at     BIGINT
);

CREATE TABLE situation_note (
  id           BIGINT  PRIMARY KEY,
  rev          BIGINT  NOT NULL CHECK (rev > 0),
  folded       TEXT    COLLATE "C" NOT NULL,
  situation_id BIGINT  NOT NULL REFERENCES situation (id) DEFERRABLE,
  actor_id     BIGINT  REFERENCES situation_actor (id) DEFERRABLE,
  content      TEXT    COLLATE "C" NOT NULL CHECK (content <> ''),
  created_at   BIGINT
);

CREATE TABLE situation_question (
  id           BIGINT  PRIMARY KEY,
  rev          BIGINT  NOT NULL CHECK (rev > 0),
  folded       TEXT    COLLATE "C" NOT NULL,
  situation_id BIGINT  NOT NULL REFERENCES situation (id) DEFERRABLE,
  actor_id     BIGINT  REFERENCES situation_actor (id) DEFERRABLE,
  question     TEXT    COLLATE "C" NOT NULL CHECK (question <> ''),
  answer       TEXT    COLLATE "C",
  created_at   BIGINT
);

CREATE TABLE situation_summary (
  id           BIGINT  PRIMARY KEY,
  rev          BIGINT  NOT NULL CHECK (rev > 0),
  folded       TEXT    COLLATE "C" NOT NULL,
  situation_id BIGINT  NOT NULL REFERENCES situation (id) DEFERRABLE,
  text         TEXT    COLLATE "C" NOT NULL CHECK (text <> ''),
  created_at   BIGINT
);

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
  id         BIGINT  PRIMARY KEY,
  rev        BIGINT  NOT NULL CHECK (rev > 0),
  folded     TEXT    COLLATE "C" NOT NULL,
  name       TEXT    COLLATE "C" NOT NULL CHECK (name IN ('language', 'filter')),
  value      TEXT    COLLATE "C" NOT NULL CHECK (value <> ''),
  created_at BIGINT
);

-- The ledger and the audit trail.

-- undone_by says for whole batches whether they are undone: see ledger.Marks. root is the
-- applied batch that an undo or redo is about. source names who made the operations,
-- actor who asked for them, and words what they said. The unattended columns count what
-- operations of models touched if no person approved them; they are NULL in every other
-- batch.
CREATE TABLE batch (
  id             BIGINT  PRIMARY KEY,
  at             BIGINT  NOT NULL,
  action         TEXT    COLLATE "C" NOT NULL CHECK (action IN ('apply', 'undo', 'redo')),
  undoes         BIGINT  REFERENCES batch (id) DEFERRABLE,
  undone_by      BIGINT  REFERENCES batch (id) DEFERRABLE,
  correlation_id TEXT    COLLATE "C" NOT NULL,
  key            TEXT    COLLATE "C",
  fingerprint    TEXT    COLLATE "C" NOT NULL,
  results        TEXT    COLLATE "C" NOT NULL,
  root           BIGINT  REFERENCES batch (id) DEFERRABLE,
  source         TEXT    COLLATE "C" NOT NULL DEFAULT '',
  unattended_ops     BIGINT CHECK (unattended_ops > 0),
  unattended_created BIGINT CHECK (unattended_created >= 0),
  unattended_changed BIGINT CHECK (unattended_changed >= 0),
  unattended_deleted BIGINT CHECK (unattended_deleted >= 0),
  actor          TEXT    COLLATE "C" NOT NULL DEFAULT '',
  words          TEXT    COLLATE "C" NOT NULL DEFAULT ''
);

-- Not unique: a key can be used again after its time to live.
CREATE INDEX batch_key    ON batch (key) WHERE key IS NOT NULL;
CREATE INDEX batch_root   ON batch (root) WHERE root IS NOT NULL;
CREATE INDEX batch_counts ON batch (action, id, actor) WHERE undone_by IS NULL;

-- A day has few of them, however many batches there are.
CREATE INDEX batch_unattended ON batch (at) WHERE unattended_ops IS NOT NULL;

-- One row for each record that a batch changed. existed and exists say whether the
-- record existed before and after; cells has its changed fields.
CREATE TABLE change (
  batch      BIGINT  NOT NULL REFERENCES batch (id) DEFERRABLE,
  seq        BIGINT  NOT NULL,
  kind       TEXT    COLLATE "C" NOT NULL,
  id         BIGINT  NOT NULL,
  existed    BIGINT  NOT NULL CHECK (existed IN (0, 1)),
  "exists"   BIGINT  NOT NULL CHECK ("exists" IN (0, 1)),
  rev_before BIGINT  NOT NULL,
  rev_after  BIGINT  NOT NULL,
  cells      TEXT    COLLATE "C" NOT NULL,
  PRIMARY KEY (batch, seq)
);

CREATE UNIQUE INDEX change_record ON change (kind, id, batch);

CREATE TABLE audit (
  seq            BIGINT  PRIMARY KEY,
  at             BIGINT  NOT NULL,
  correlation_id TEXT    COLLATE "C" NOT NULL,
  action         TEXT    COLLATE "C" NOT NULL,
  batch          BIGINT  REFERENCES batch (id) DEFERRABLE,
  detail         TEXT    COLLATE "C" NOT NULL,
  hash           BYTEA   NOT NULL CHECK (length(hash) = 32),
  actor          TEXT    COLLATE "C" NOT NULL DEFAULT '',
  words          TEXT    COLLATE "C" NOT NULL DEFAULT ''
);

-- The ledger and the audit trail are append-only. The hash chain reveals a change
-- by a program that drops these triggers.
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION refuse_change('the audit trail is append-only');
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the audit trail is append-only');

CREATE TRIGGER change_is_not_changed BEFORE UPDATE OR DELETE ON change
FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger is append-only');
CREATE TRIGGER change_is_not_emptied BEFORE TRUNCATE ON change
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the ledger is append-only');

CREATE TRIGGER batch_is_not_changed
BEFORE UPDATE OF id, at, action, undoes, root, correlation_id, key, fingerprint, results, source, actor, words,
  unattended_ops, unattended_created, unattended_changed, unattended_deleted ON batch
FOR EACH ROW EXECUTE FUNCTION refuse_change('of a batch only undone_by changes');
CREATE TRIGGER batch_is_not_deleted BEFORE DELETE ON batch
FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger is append-only');
CREATE TRIGGER batch_is_not_emptied BEFORE TRUNCATE ON batch
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the ledger is append-only');

-- Conversations are no records: they have no batch and no undo, and the oldest turns
-- are deleted when there are too many.
--
-- question is the open question in the protocol's JSON, about the records that the
-- turn mentions ("task:3 event:1"), correlation_id the command that proposed something
-- in this turn and has not applied it: a batch of that id created what the turn
-- mentions.
CREATE TABLE turn (
  id       BIGINT  PRIMARY KEY,
  session  TEXT    COLLATE "C" NOT NULL CHECK (session <> ''),
  at       BIGINT  NOT NULL,
  role     TEXT    COLLATE "C" NOT NULL CHECK (role IN ('user', 'assistant')),
  text     TEXT    COLLATE "C" NOT NULL,
  question TEXT    COLLATE "C",
  about    TEXT    COLLATE "C" NOT NULL,
  correlation_id TEXT COLLATE "C"
);

CREATE INDEX turn_session ON turn (session, id);

-- The full-text index. It is computed from the records and can be rebuilt at any
-- time. It covers the batches up to one; changes of later batches are read from the
-- records themselves.
CREATE TABLE text_index (
  one     BIGINT  PRIMARY KEY CHECK (one = 1),
  made_by TEXT    COLLATE "C" NOT NULL,
  batch   BIGINT  NOT NULL
);

-- The segments together are the index, oldest first by age. The blocks of a segment
-- are numbered from id * 2^20.
CREATE TABLE text_segment (
  id     BIGINT  PRIMARY KEY,
  age    BIGINT  NOT NULL UNIQUE,
  header BYTEA   NOT NULL
);

CREATE TABLE text_block (
  id   BIGINT  PRIMARY KEY,
  data BYTEA  NOT NULL
);

-- Embeddings of the texts of records. They are computed from the records, but that
-- takes a model and its time. No batch changes them, and none can be undone.
--
-- batch is the newest batch up to which every text has its vector, 0 while some
-- have none.

CREATE TABLE vector_index (
  one       BIGINT  PRIMARY KEY CHECK (one = 1),
  model     TEXT    COLLATE "C" NOT NULL,
  dimension BIGINT  NOT NULL,
  made_from TEXT    COLLATE "C" NOT NULL,
  batch     BIGINT  NOT NULL
);

-- A block has the upper halves of the vectors of some records of one kind. keys names
-- the records, so that they can be read without the vectors.
CREATE TABLE vector_block (
  id     BIGINT  PRIMARY KEY,
  kind   TEXT    COLLATE "C" NOT NULL,
  keys   BYTEA NOT NULL,
  uppers BYTEA NOT NULL
);

-- Lower halves have a row each, since a search reads only the few that decide. place is
-- the number of the block and, in its last 8 bits, the position in the block.
CREATE TABLE vector_lower (
  place BIGINT  PRIMARY KEY,
  lower BYTEA NOT NULL
);

-- The tables whose last id is kept. The program gives the ids.
DO $$
DECLARE
  kept TEXT;
BEGIN
  FOREACH kept IN ARRAY ARRAY['project', 'task', 'event', 'checklist', 'checklist_item', 'note', 'note_session',
    'note_line', 'link', 'file', 'alarm', 'team', 'person', 'situation', 'situation_actor', 'situation_note',
    'situation_question', 'situation_summary', 'preference', 'batch', 'text_segment', 'vector_block']
  LOOP
    INSERT INTO last_id (name, seq) VALUES (kept, 0);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION keep_last_id()', kept || '_keeps_last_id', kept);
  END LOOP;
END $$;
