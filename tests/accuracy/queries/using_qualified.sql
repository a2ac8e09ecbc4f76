-- tables: emp dept
-- reader: hand
-- why: sqlglot takes a USING column as both sides' whoever is named
-- direct: own <- emp.dept
-- direct: theirs <- dept.dept
-- direct: title <- dept.title
SELECT e.dept AS own, d.dept AS theirs, d.title FROM emp e LEFT JOIN dept d USING (dept)
