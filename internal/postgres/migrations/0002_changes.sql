-- A foreign key asks for the batch of each change, which takes longer than to write all of
-- them. A batch is never deleted, so it is enough to look when changes are added, once for
-- each batch.
CREATE FUNCTION refuse_orphans() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT batch FROM added) AS written
    WHERE NOT EXISTS (SELECT FROM batch WHERE batch.id = written.batch)
  ) THEN
    RAISE EXCEPTION USING MESSAGE = 'a change has no batch', ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER change_has_batch AFTER INSERT ON change REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphans();

ALTER TABLE change DROP CONSTRAINT change_batch_fkey
