-- tables: emp dept
SELECT d.title, t.total FROM (SELECT dept, sum(salary) AS total FROM emp GROUP BY dept WITH ROLLUP) t
JOIN dept d ON d.dept = t.dept
