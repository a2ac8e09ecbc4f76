-- tables: emp
SELECT id, lag(salary, 1, 0) OVER (PARTITION BY dept ORDER BY id) AS before, lead(name) OVER (ORDER BY id) AS next_name FROM emp
