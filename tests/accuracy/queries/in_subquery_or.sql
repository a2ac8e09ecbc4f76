-- tables: sales item stock
SELECT sale, qty FROM sales
WHERE item IN (SELECT item FROM item WHERE kind = 'AA') OR item IN (SELECT item FROM stock WHERE amount > 3)
