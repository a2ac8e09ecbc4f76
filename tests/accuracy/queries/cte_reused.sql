-- tables: emp
WITH pay AS (SELECT id, boss, name, salary FROM emp WHERE dept > 1)
SELECT w.name AS worker, b.name AS leader, w.salary - b.salary AS gap FROM pay w JOIN pay b ON w.boss = b.id
