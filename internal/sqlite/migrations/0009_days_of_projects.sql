-- What belongs to a project is found in the order of its days, and what is open
-- there is counted, without a look at the records.
DROP INDEX task_project;
DROP INDEX event_project;

CREATE INDEX task_project  ON task (project_id, scheduled_for, status, recurrence) WHERE project_id IS NOT NULL;
CREATE INDEX event_project ON event (project_id, scheduled_for, start_time, recurrence) WHERE project_id IS NOT NULL;
