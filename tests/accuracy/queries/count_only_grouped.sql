-- tables: sales
SELECT count(*) AS n, count(1) AS m FROM sales GROUP BY channel HAVING sum(qty) > 5
