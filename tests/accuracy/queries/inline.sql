-- tables: doc
-- reader: hand
-- why: generators; a whole array of structs feeds both of its fields
-- direct: id <- doc.id
-- direct: sku <- doc.items
-- direct: n <- doc.items
SELECT id, inline(items) AS (sku, n) FROM doc
