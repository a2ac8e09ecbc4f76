-- tables: emp
SELECT dept, bool_or(salary > 3) AS some_rich, every(boss IS NOT NULL) AS led, count_if(bonus > 20) AS lucky FROM emp GROUP BY dept
