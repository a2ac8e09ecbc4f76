-- tables: emp
-- reader: hand
-- why: the keys of the map only decide which value is found
-- direct: dept <- emp.dept
-- direct: best <- emp.salary
-- direct: first <- emp.name
SELECT dept, max(map(coalesce(boss, 0), named_struct('pay', salary))[2].pay) AS best,
  max_by(map(coalesce(boss, 0), named_struct('who', name)), id)[1].who AS first
FROM emp GROUP BY dept
