-- tables: emp
-- reader: hand
-- why: the other fields of a struct that is chosen only decide which one it is
-- direct: id <- emp.id
-- direct: greater <- emp.dept emp.salary
-- direct: most <- emp.bonus emp.name
-- direct: other <- emp.salary
SELECT id, greatest(named_struct('a', salary, 'b', name), named_struct('a', dept, 'b', 'x')).a AS greater,
  array_max(array(named_struct('a', boss, 'b', name), named_struct('a', dept, 'b', cast(bonus AS STRING)))).b AS most,
  nullif(named_struct('a', salary, 'b', dept), named_struct('a', boss, 'b', id)).a AS other
FROM emp
