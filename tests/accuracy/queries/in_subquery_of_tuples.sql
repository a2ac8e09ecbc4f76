-- tables: sales stock
SELECT sale, price FROM sales WHERE (item, qty) IN (SELECT item, amount FROM stock WHERE city <> 'CC')
