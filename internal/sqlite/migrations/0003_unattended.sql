-- source names who made the operations of a batch. The other columns count what operations
-- of models touched if no person approved them; they are NULL in every other batch.
ALTER TABLE batch ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE batch ADD COLUMN unattended_ops INTEGER CHECK (unattended_ops > 0);
ALTER TABLE batch ADD COLUMN unattended_created INTEGER CHECK (unattended_created >= 0);
ALTER TABLE batch ADD COLUMN unattended_changed INTEGER CHECK (unattended_changed >= 0);
ALTER TABLE batch ADD COLUMN unattended_deleted INTEGER CHECK (unattended_deleted >= 0);

-- A day has few of them, however many batches there are.
CREATE INDEX batch_unattended ON batch (at) WHERE unattended_ops IS NOT NULL;

DROP TRIGGER batch_is_not_changed;

CREATE TRIGGER batch_is_not_changed
BEFORE UPDATE OF id, at, action, undoes, root, correlation_id, key, fingerprint, results, source,
  unattended_ops, unattended_created, unattended_changed, unattended_deleted ON batch
BEGIN SELECT RAISE(ABORT, 'of a batch only undone_by changes'); END;
