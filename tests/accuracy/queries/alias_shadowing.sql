-- tables: emp
SELECT salary AS dept, dept AS salary, t.boss AS id FROM (SELECT boss, dept, salary FROM emp WHERE id > 1) t WHERE dept > 1
