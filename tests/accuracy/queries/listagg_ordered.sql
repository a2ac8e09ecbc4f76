-- tables: emp
-- spark: 4.0
-- reader: hand
-- why: the order of a list is no value in it; sqlglot takes it for one
-- direct: dept <- emp.dept
-- direct: names <- emp.name
SELECT dept, listagg(name, '/') WITHIN GROUP (ORDER BY hired DESC, salary) AS names FROM emp GROUP BY dept
