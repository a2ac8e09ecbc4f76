-- tables: dept emp
-- reader: hand
-- why: sqlglot finds no source for the columns of a LATERAL subquery
-- direct: title <- dept.title
-- direct: total <- emp.salary
SELECT d.title, t.total FROM dept d LEFT JOIN LATERAL (SELECT sum(e.salary) AS total FROM emp e WHERE e.dept = d.dept) t ON true
