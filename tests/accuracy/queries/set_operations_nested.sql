-- tables: emp sales dept
(SELECT id AS n FROM emp UNION SELECT emp FROM sales) EXCEPT SELECT dept FROM dept WHERE budget > 3
