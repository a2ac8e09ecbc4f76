-- tables: emp sales
SELECT e.name FROM emp e WHERE NOT EXISTS (SELECT * FROM sales s WHERE s.emp = e.id AND s.channel = 'AA')
