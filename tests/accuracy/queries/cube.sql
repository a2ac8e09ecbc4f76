-- tables: sales
SELECT channel, item, max(price) AS top_price, min(qty) AS least FROM sales GROUP BY CUBE (channel, item)
