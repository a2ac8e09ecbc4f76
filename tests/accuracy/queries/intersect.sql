-- tables: emp sales
SELECT id AS who FROM emp WHERE salary > 1 INTERSECT SELECT emp FROM sales WHERE qty > 1
