-- tables: emp
SELECT name FROM emp ORDER BY salary * dept DESC, id LIMIT 4
