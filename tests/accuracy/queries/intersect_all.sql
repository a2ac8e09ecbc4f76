-- tables: sales stock
SELECT item AS thing, qty AS n FROM sales INTERSECT ALL SELECT item, amount FROM stock
