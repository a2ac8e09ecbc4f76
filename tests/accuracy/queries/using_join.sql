-- tables: emp dept
SELECT dept, name, title FROM emp JOIN dept USING (dept)
