-- tables: emp
SELECT year(hired) AS hire_year, upper(name) AS shout, avg(bonus) AS mean_bonus
FROM emp GROUP BY ROLLUP (year(hired), upper(name))
