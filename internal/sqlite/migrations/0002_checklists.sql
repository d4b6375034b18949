-- Checklists and what is on them. is_checked is 0 or 1.

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
