-- The batch that last changed what belongs to a project: a task, a note, and so on.
-- It is no revision of the project. What belonged to it and is gone by now is not
-- counted in what was written before this.
ALTER TABLE project ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;

UPDATE project SET touched = (SELECT coalesce(max(rev), 0) FROM (
  SELECT rev FROM task WHERE project_id = project.id
  UNION ALL SELECT rev FROM event WHERE project_id = project.id
  UNION ALL SELECT rev FROM note WHERE project_id = project.id
  UNION ALL SELECT rev FROM note_session WHERE project_id = project.id
  UNION ALL SELECT rev FROM link WHERE project_id = project.id
  UNION ALL SELECT rev FROM file WHERE project_id = project.id
  UNION ALL SELECT rev FROM checklist WHERE project_id = project.id));
