-- tables: dept emp
-- reader: hand
-- why: sqlglot finds no source for the columns of a LATERAL subquery
-- direct: title <- dept.title
-- direct: name <- emp.name
-- direct: pay <- emp.salary dept.budget
SELECT d.title, t.name, t.pay FROM dept d, LATERAL (SELECT e.name, e.salary + d.budget AS pay FROM emp e WHERE e.dept = d.dept) t
