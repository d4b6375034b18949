-- What is due is counted beside what is planned without a look at the records.
DROP INDEX task_deadline;

CREATE INDEX task_deadline ON task (deadline, scheduled_for, status) WHERE deadline IS NOT NULL;
