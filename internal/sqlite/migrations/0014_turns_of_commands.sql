-- The command by which a turn was said that proposed something and carried nothing out:
-- what a batch of the same correlation id has made was spoken of in it.
ALTER TABLE turn ADD COLUMN correlation_id TEXT;
