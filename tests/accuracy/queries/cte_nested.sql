-- tables: emp dept
WITH a AS (WITH b AS (SELECT dept, salary FROM emp WHERE salary > 1) SELECT dept, sum(salary) AS total FROM b GROUP BY dept)
SELECT d.title, a.total FROM a JOIN dept d ON a.dept = d.dept
