-- tables: emp
-- reader: hand
-- why: sqlglot reads EXCEPT in a star of another dialect
-- direct: id <- emp.id
-- direct: name <- emp.name
-- direct: dept <- emp.dept
-- direct: hired <- emp.hired
SELECT * EXCEPT (salary, bonus, boss) FROM emp
