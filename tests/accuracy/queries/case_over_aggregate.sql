-- tables: sales
SELECT channel, CASE WHEN sum(qty) > 30 THEN max(price) ELSE min(sale) END AS figure FROM sales GROUP BY channel
