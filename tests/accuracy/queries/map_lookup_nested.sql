-- tables: emp
-- reader: hand
-- why: maps in structs, in arrays and in maps
-- direct: id <- emp.id
-- direct: in_struct <- emp.salary
-- direct: in_array <- emp.salary
-- direct: in_map <- emp.salary
SELECT id, named_struct('m', map(coalesce(dept, 0), salary)).m[2] AS in_struct,
  array(map(coalesce(dept, 0), named_struct('pay', salary)))[0][2].pay AS in_array,
  map(coalesce(boss, 0), map(coalesce(dept, 0), salary))[1][2] AS in_map
FROM emp
