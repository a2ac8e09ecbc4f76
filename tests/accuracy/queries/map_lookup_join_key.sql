-- tables: emp dept
-- reader: hand
-- why: look-ups in maps that are built in the query
-- direct: name <- emp.name
-- direct: title <- dept.title
SELECT e.name, d.title FROM emp e JOIN dept d ON map(coalesce(e.boss, 0), named_struct('d', e.dept))[1].d = d.dept
