-- tables: emp
SELECT DISTINCT dept % 2 AS odd, lower(name) AS small FROM emp
