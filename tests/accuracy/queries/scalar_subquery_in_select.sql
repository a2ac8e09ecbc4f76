-- tables: emp dept
SELECT e.name, (SELECT max(budget) FROM dept WHERE city <> 'AA') AS richest FROM emp e
