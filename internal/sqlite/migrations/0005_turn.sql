-- lost is 1 for a turn that gave no answer to words about something else, so that "it" is
-- nothing that was mentioned before. word_ranges are those of the words of a text in the text
-- index ("6d69-6d6a 74-75"), for workspaces on a server. Both were kept in about before.
ALTER TABLE turn ADD COLUMN lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1));
ALTER TABLE turn ADD COLUMN word_ranges TEXT NOT NULL DEFAULT '';

UPDATE turn SET lost = 1, about = substr(about, 1, length(about) - 5) WHERE about LIKE '% lost';
UPDATE turn SET word_ranges = replace(about, '~', ''), about = '' WHERE about LIKE '~%';
