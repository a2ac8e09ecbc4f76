-- tables: emp dept
SELECT e.name FROM emp e WHERE EXISTS (SELECT d.title FROM dept d WHERE d.dept = e.dept ORDER BY d.budget LIMIT 1)
