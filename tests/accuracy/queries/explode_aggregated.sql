-- tables: doc
-- reader: hand
-- why: generators
-- direct: word <- doc.words
-- direct: n <-
-- direct: top <- doc.id
SELECT word, count(*) AS n, max(id) AS top FROM (SELECT id, explode(words) AS word FROM doc) GROUP BY word
