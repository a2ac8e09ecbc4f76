-- tables: emp
SELECT id, salary / sum(salary) OVER (PARTITION BY dept) AS share, ntile(2) OVER (ORDER BY id) AS half FROM emp
