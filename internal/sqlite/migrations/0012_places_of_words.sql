-- The index of words knows in which texts of a record a word stands, and the tags
-- that records have. It is made anew, as wherever there is none.
DELETE FROM text_index;
