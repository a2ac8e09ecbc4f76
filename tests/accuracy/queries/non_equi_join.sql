-- tables: emp stock
SELECT e.id, s.city, s.amount FROM emp e JOIN stock s ON e.salary BETWEEN s.amount - 1 AND s.amount + 1
