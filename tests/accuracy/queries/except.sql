-- tables: emp sales
SELECT id AS who, dept AS place FROM emp EXCEPT SELECT emp, item FROM sales
