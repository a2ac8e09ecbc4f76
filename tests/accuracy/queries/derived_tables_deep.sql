-- tables: emp
SELECT a + 1 AS z FROM (SELECT b * 2 AS a FROM (SELECT c - 1 AS b FROM (SELECT salary + dept AS c FROM emp WHERE id > 1) x) y) w
