-- tables: emp sales
SELECT id, name FROM emp WHERE salary > (SELECT avg(qty) FROM sales WHERE price > 10)
