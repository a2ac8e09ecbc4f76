-- tables: emp
SELECT a.name AS worker, b.name AS boss_name, b.salary AS boss_salary FROM emp a LEFT JOIN emp b ON a.boss = b.id
