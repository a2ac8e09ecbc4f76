-- tables: emp
SELECT coalesce(bonus, salary, 0) AS a, nvl(boss, dept) AS b, ifnull(name, 'x') AS c, nvl2(boss, salary, dept) AS d, nullif(dept, boss) AS e FROM emp
