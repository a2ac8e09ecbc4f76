-- tables: emp sales
-- reader: hand
-- why: a correlation that decides on one column
-- direct: name <- emp.name
-- direct: sold <- sales.qty
SELECT e.name, s.sold FROM emp e, LATERAL (SELECT sum(qty) AS sold FROM sales WHERE sales.emp = e.id) s
