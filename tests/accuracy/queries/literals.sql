-- tables: emp
SELECT 1 AS one, 'x' AS x, current_date() AS today, id, CAST(NULL AS string) AS nothing FROM emp WHERE salary > 2
