-- tables: sales
-- reader: hand
-- why: as pivot
-- direct: emp <- sales.emp
-- direct: aa_total <- sales.qty
-- direct: aa_top <- sales.price
-- direct: bb_total <- sales.qty
-- direct: bb_top <- sales.price
SELECT * FROM (SELECT emp, channel, qty, price FROM sales)
PIVOT (sum(qty) AS total, max(price) AS top FOR channel IN ('AA' AS aa, 'BB' AS bb))
