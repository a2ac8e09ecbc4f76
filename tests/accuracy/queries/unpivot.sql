-- tables: emp
-- reader: hand
-- why: the name column is made of constants
-- direct: id <- emp.id
-- direct: figure <- emp.salary emp.dept
SELECT * FROM (SELECT id, salary, dept FROM emp) UNPIVOT (figure FOR what IN (salary, dept))
