-- tables: emp dept
SELECT id AS key, name AS text FROM emp UNION ALL SELECT dept, title FROM dept
