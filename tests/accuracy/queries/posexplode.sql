-- tables: doc
-- reader: hand
-- why: generators
-- direct: id <- doc.id
-- direct: pos <- doc.words
-- direct: word <- doc.words
SELECT id, posexplode(words) AS (pos, word) FROM doc
