-- tables: emp sales
SELECT e.name FROM emp e LEFT ANTI JOIN sales s ON e.id = s.emp
