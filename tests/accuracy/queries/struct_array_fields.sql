-- tables: doc
-- reader: hand
-- why: fields of the elements of an array
-- direct: id <- doc.id
-- direct: first <- doc.items
-- direct: last <- doc.items
-- direct: each <- doc.items
SELECT id, items.sku[0] AS first, element_at(items.n, -1) AS last, explode(items.sku) AS each FROM doc
