-- tables: emp
WITH t (who, pay) AS (SELECT name, salary * 2 FROM emp) SELECT pay, who FROM t
