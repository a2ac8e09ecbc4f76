-- tables: sales
SELECT channel, count(DISTINCT item) AS items, sum(DISTINCT qty) AS quantities, count(DISTINCT emp, day) AS visits,
  avg(price) AS mean_price
FROM sales GROUP BY channel
