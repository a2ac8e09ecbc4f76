-- tables: emp
-- reader: hand
-- why: sqlglot does not read a generator in the select list; the first column is made of constants
-- direct: id <- emp.id
-- direct: what <-
-- direct: figure <- emp.salary emp.boss
SELECT id, stack(2, 'salary', salary, 'boss', boss) AS (what, figure) FROM emp
