-- tables: emp sales dept
SELECT e.id, e.name FROM emp e
WHERE EXISTS (SELECT 1 FROM sales s WHERE s.emp = e.id AND s.qty > 3)
   OR EXISTS (SELECT 1 FROM dept d WHERE d.dept = e.dept AND d.city = 'BB')
