-- tables: sales stock
SELECT item, qty, amount FROM sales FULL OUTER JOIN stock USING (item)
