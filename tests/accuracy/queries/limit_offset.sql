-- tables: emp
SELECT name, salary FROM emp ORDER BY salary DESC, id LIMIT 5 OFFSET 1
