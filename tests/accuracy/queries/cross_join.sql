-- tables: dept item
SELECT title, label, budget * cost AS product FROM dept CROSS JOIN item
