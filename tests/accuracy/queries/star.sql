-- tables: dept
SELECT * FROM dept WHERE budget > 1
