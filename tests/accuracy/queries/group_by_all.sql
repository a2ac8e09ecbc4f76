-- tables: sales
SELECT channel, item, sum(qty) AS total FROM sales GROUP BY ALL
