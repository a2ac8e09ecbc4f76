-- tables: emp sales
SELECT e.name, e.bonus FROM emp e LEFT SEMI JOIN sales s ON e.id = s.emp AND s.qty > 1
