-- tables: emp dept
SELECT name, dept IN (SELECT dept FROM dept WHERE city = 'AA') AS central FROM emp
