-- tables: emp sales
SELECT name FROM emp WHERE id NOT IN (SELECT emp FROM sales WHERE emp IS NOT NULL AND channel = 'BB')
