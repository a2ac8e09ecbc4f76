-- tables: emp dept item
SELECT name AS n, salary AS v FROM emp UNION ALL SELECT title, budget FROM dept UNION ALL SELECT label, item FROM item
