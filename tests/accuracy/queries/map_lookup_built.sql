-- tables: emp
-- reader: hand
-- why: the keys of the map only decide which value is found
-- direct: id <- emp.id
-- direct: pay <- emp.salary
-- direct: plain <- emp.salary
-- direct: found <- emp.name
SELECT id, map(coalesce(dept, 0), named_struct('pay', salary))[3].pay AS pay, map(coalesce(dept, 0), salary)[2] AS plain,
  element_at(map(coalesce(dept, 0), named_struct('who', name)), 1).who AS found
FROM emp
