-- tables: doc
-- reader: hand
-- why: sqlglot takes the index as a value
-- direct: id <- doc.id
-- direct: sku <- doc.items
SELECT id, one.sku AS sku FROM (SELECT id, get(items, addr.zip % 2) AS one FROM doc) t
