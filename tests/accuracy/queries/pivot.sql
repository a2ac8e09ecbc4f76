-- tables: sales
-- reader: hand
-- why: an aggregate of each pivoted value: the pivot column only decides which
-- direct: item <- sales.item
-- direct: aa <- sales.qty
-- direct: bb <- sales.qty
SELECT * FROM (SELECT item, channel, qty FROM sales) PIVOT (sum(qty) FOR channel IN ('AA' AS aa, 'BB' AS bb))
