-- tables: sales
SELECT channel, sum(qty) AS total, sum(sum(qty)) OVER () AS whole, rank() OVER (ORDER BY sum(price) DESC) AS place FROM sales GROUP BY channel
