-- tables: emp sales
SELECT e.name, e.salary FROM emp e WHERE EXISTS (SELECT 1 FROM sales s WHERE s.emp = e.id AND s.qty > 2)
