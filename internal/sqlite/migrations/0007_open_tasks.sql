-- What is overdue is looked for among what is open, however much was ever done.
CREATE INDEX task_open ON task (scheduled_for)
WHERE recurrence IS NULL AND status IS NOT 'completed' AND status IS NOT 'skipped';
