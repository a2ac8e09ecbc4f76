-- tables: sales stock
SELECT item AS thing FROM sales EXCEPT ALL SELECT item FROM stock WHERE amount > 2
