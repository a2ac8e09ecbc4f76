-- tables: emp
SELECT id, salary BETWEEN dept AND boss AS inside, name LIKE 'A%' AS a_name, salary > bonus AS more, dept IN (1, 2) AS low, boss IS NULL AS free FROM emp
