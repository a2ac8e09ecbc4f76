-- tables: doc
-- reader: hand
-- why: generators
-- direct: id <- doc.id
-- direct: tag <- doc.tags
-- direct: plus <- doc.tags doc.id
SELECT id, tag, tag + id AS plus FROM doc LATERAL VIEW explode(tags) t AS tag
