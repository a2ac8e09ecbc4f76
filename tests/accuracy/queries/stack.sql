-- tables: emp
-- reader: hand
-- why: sqlglot does not read the outputs of a generator in the select list
-- direct: id <- emp.id
-- direct: what <- emp.salary emp.boss
-- direct: figure <- emp.salary emp.boss
SELECT id, stack(2, 'salary', salary, 'boss', boss) AS (what, figure) FROM emp
