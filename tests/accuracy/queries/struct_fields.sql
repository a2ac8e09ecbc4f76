-- tables: doc
-- reader: hand
-- why: columns are compared at the top level
-- direct: town <- doc.addr
-- direct: latitude <- doc.addr
-- direct: first_sku <- doc.items
-- direct: k1 <- doc.props
-- direct: tag <- doc.tags
SELECT addr.city AS town, addr.geo.lat AS latitude, items[0].sku AS first_sku, props['k1'] AS k1, element_at(tags, 1) AS tag FROM doc
