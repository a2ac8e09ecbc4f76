-- tables: emp item
SELECT dept AS number, upper(name) AS word FROM emp UNION SELECT item + 1, label FROM item WHERE cost > 10
