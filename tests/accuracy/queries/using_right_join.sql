-- tables: sales stock
SELECT item, qty, amount FROM sales RIGHT JOIN stock USING (item)
