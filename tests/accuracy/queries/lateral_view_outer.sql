-- tables: doc
-- reader: hand
-- why: generators
-- direct: id <- doc.id
-- direct: word <- doc.words
SELECT id, word FROM doc LATERAL VIEW OUTER explode(filter(words, w -> w > 'BB')) t AS word
