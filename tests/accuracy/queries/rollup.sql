-- tables: emp
SELECT dept, boss, sum(salary) AS total, count(*) AS people FROM emp GROUP BY ROLLUP (dept, boss)
