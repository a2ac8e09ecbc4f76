-- tables: emp
-- reader: hand
-- why: Spark knows that some arguments are never null
-- direct: dept <- emp.dept
-- direct: pay <- emp.salary
SELECT dept, coalesce(salary, 0, bonus) AS pay FROM emp WHERE coalesce(0, boss) = 0
