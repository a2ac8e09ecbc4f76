-- tables: emp sales
SELECT e.name, (SELECT sum(s.qty) FROM sales s WHERE s.emp = e.id AND s.price > e.bonus) AS sold FROM emp e
