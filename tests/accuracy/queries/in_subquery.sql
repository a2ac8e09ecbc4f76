-- tables: emp dept
SELECT name, salary FROM emp WHERE dept IN (SELECT dept FROM dept WHERE budget > 2)
