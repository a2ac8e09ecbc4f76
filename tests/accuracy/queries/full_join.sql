-- tables: emp dept
SELECT coalesce(e.dept, d.dept) AS place, e.salary, d.title FROM emp e FULL JOIN dept d ON e.dept = d.dept AND d.budget > 1
