-- tables: emp
SELECT name, max(salary) OVER w AS top_salary, first_value(name) OVER w AS first_name FROM emp WINDOW w AS (PARTITION BY dept ORDER BY id)
