-- tables: emp
SELECT id, typeof(salary) AS kind, concat(typeof(bonus), name) AS both FROM emp
