-- tables: sales
SELECT channel, max_by(CASE WHEN item > 2 THEN qty ELSE emp END, day) AS newest, min_by(price, coalesce(qty, emp)) AS cheapest
FROM sales GROUP BY channel
