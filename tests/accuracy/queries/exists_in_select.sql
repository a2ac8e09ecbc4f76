-- tables: emp sales
SELECT e.name, EXISTS (SELECT 1 FROM sales s WHERE s.emp = e.id AND s.price > 20) AS sells FROM emp e
