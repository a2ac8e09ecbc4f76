-- tables: emp dept
-- reader: hand
-- why: sqlglot does not read NATURAL
-- direct: dept <- emp.dept
-- direct: name <- emp.name
-- direct: title <- dept.title
SELECT dept, name, title FROM emp NATURAL JOIN dept
