-- tables: emp
WITH dept AS (SELECT id AS title, salary AS city FROM emp) SELECT title, city FROM dept WHERE city > 1
