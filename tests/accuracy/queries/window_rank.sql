-- tables: emp
SELECT name, rank() OVER (PARTITION BY dept ORDER BY salary DESC) AS place, dense_rank() OVER (ORDER BY bonus) AS dense FROM emp
