-- tables: emp
-- spark: 4.1
-- reader: hand
-- why: sqlglot follows a recursive reference only once
-- direct: id <- emp.id
-- direct: depth <-
-- direct: path <- emp.name
WITH RECURSIVE tree (id, depth, path) AS (
  SELECT id, 0, name FROM emp WHERE boss IS NULL OR boss > 2
  UNION ALL SELECT e.id, t.depth + 1, concat(t.path, e.name) FROM emp e JOIN tree t ON e.boss = t.id WHERE t.depth < 3)
SELECT id, depth, path FROM tree
