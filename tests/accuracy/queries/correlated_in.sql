-- tables: emp sales
SELECT e.name FROM emp e WHERE e.dept IN (SELECT s.item FROM sales s WHERE s.emp = e.id)
