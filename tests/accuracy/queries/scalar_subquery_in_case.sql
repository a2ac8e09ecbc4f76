-- tables: emp dept
SELECT e.id, CASE WHEN e.salary > (SELECT avg(budget) FROM dept) THEN e.name ELSE (SELECT max(title) FROM dept) END AS who
FROM emp e
