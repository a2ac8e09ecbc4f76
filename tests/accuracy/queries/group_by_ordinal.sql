-- tables: emp
SELECT dept, year(hired) AS y, sum(salary) AS total FROM emp GROUP BY 1, 2
