-- An undo or redo belongs to the applied batch that it is about, its root. All of them
-- are one history: a record of the applied batch is undone if the newest of them that
-- covers it is an undo. undone_by says the same for whole batches, so that the newest
-- batch that can be undone or redone is found without reading the older ones.
ALTER TABLE batch ADD COLUMN root INTEGER REFERENCES batch (id);

DROP TRIGGER batch_is_not_changed;

WITH RECURSIVE history (id, root) AS (
  SELECT id, id FROM batch WHERE undoes IS NULL
  UNION ALL
  SELECT batch.id, history.root FROM history JOIN batch ON batch.undoes = history.id
)
UPDATE batch SET root = history.root FROM history WHERE history.id = batch.id AND batch.undoes IS NOT NULL;

DROP INDEX batch_undoes;
CREATE INDEX batch_root ON batch (root) WHERE root IS NOT NULL;

-- An undo or redo is marked with the one that covers the last of its records anew, and
-- with itself if it has none.
UPDATE batch SET undone_by = (
  SELECT CASE WHEN count(*) = count(next) THEN coalesce(max(next), batch.id) END
  FROM (
    SELECT (
      SELECT min(later.batch) FROM change later JOIN batch b ON b.id = later.batch
      WHERE later.kind = covered.kind AND later.id = covered.id AND later.batch > covered.batch AND b.root = batch.root
    ) AS next
    FROM change covered WHERE covered.batch = batch.id
  )
)
WHERE root IS NOT NULL;

-- An applied batch is marked with its newest undo while all its records are undone, and
-- with itself if it has none.
UPDATE batch SET undone_by = (
  SELECT CASE WHEN count(*) = count(undo) THEN coalesce(max(undo), batch.id) END
  FROM (
    SELECT (
      SELECT CASE b.action WHEN 'undo' THEN b.id END FROM change later JOIN batch b ON b.id = later.batch
      WHERE later.kind = covered.kind AND later.id = covered.id AND later.batch > covered.batch AND b.root = batch.id
      ORDER BY later.batch DESC LIMIT 1
    ) AS undo
    FROM change covered WHERE covered.batch = batch.id
  )
)
WHERE root IS NULL AND (undone_by IS NOT NULL OR id IN (SELECT root FROM batch WHERE root IS NOT NULL));

CREATE TRIGGER batch_is_not_changed
BEFORE UPDATE OF id, at, action, undoes, root, correlation_id, key, fingerprint, results ON batch
BEGIN SELECT RAISE(ABORT, 'of a batch only undone_by changes'); END;
