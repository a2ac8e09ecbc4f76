-- tables: emp
SELECT dept, max_by(name, id) AS newest, min_by(salary, id) AS oldest_pay FROM emp GROUP BY dept
