-- tables: sales item
SELECT channel, sum(qty) AS total FROM sales GROUP BY channel HAVING sum(qty) > (SELECT avg(cost) FROM item)
