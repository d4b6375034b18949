-- actor is who asked for a batch or wrote an audit row, words the text that asked for it.
-- Rows from before have neither. The hash of an audit row and the digest of a batch cover
-- both.
ALTER TABLE batch ADD COLUMN actor TEXT NOT NULL DEFAULT '';
ALTER TABLE batch ADD COLUMN words TEXT NOT NULL DEFAULT '';

ALTER TABLE audit ADD COLUMN actor TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN words TEXT NOT NULL DEFAULT '';

-- The newest batch of an actor is found in the index alone. An index by actor would cost
-- each commit one more page.
DROP INDEX batch_counts;
CREATE INDEX batch_counts ON batch (action, id, actor) WHERE undone_by IS NULL;

DROP TRIGGER batch_is_not_changed;

CREATE TRIGGER batch_is_not_changed
BEFORE UPDATE OF id, at, action, undoes, root, correlation_id, key, fingerprint, results, source, actor, words,
  unattended_ops, unattended_created, unattended_changed, unattended_deleted ON batch
BEGIN SELECT RAISE(ABORT, 'of a batch only undone_by changes'); END;
