-- tables: sales item
SELECT channel, sum(qty) AS total FROM sales GROUP BY channel HAVING sum(price) > (SELECT avg(cost) FROM item)
