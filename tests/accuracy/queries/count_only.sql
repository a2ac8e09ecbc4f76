-- tables: emp dept
SELECT count(*) AS n FROM emp e JOIN dept d ON e.dept = d.dept WHERE d.budget > 1
