-- tables: item sales
-- reader: hand
-- why: sqlglot takes a NATURAL column as both sides' whoever is named
-- direct: sold <- sales.item
-- direct: known <- item.item
-- direct: total <- sales.qty item.cost
SELECT t.sold, t.known, sum(t.worth) AS total
FROM (SELECT s.item AS sold, i.item AS known, s.qty * i.cost AS worth FROM sales s NATURAL LEFT JOIN item i) t
WHERE t.known IS NOT NULL OR t.sold > 1
GROUP BY t.sold, t.known
