-- tables: doc
-- reader: hand
-- why: generators
-- direct: id <- doc.id
-- direct: tag <- doc.tags
SELECT id, explode(tags) AS tag FROM doc
