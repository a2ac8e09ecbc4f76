-- tables: emp
-- reader: hand
-- why: the plan decides between branches
-- direct: id <- emp.id
-- direct: known <- emp.salary
-- direct: part <- emp.dept
SELECT id, if(true, salary, boss) AS known, CASE WHEN false THEN boss WHEN salary > 3 THEN dept ELSE 0 END AS part,
  if(salary > 3, 1, 1) AS one
FROM emp
