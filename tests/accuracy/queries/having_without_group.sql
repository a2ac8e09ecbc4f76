-- tables: sales
SELECT max(price) AS top FROM sales HAVING count(*) > 2 AND min(qty) < 100
