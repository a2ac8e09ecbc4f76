-- tables: emp
-- reader: hand
-- why: the argument of count is never null
-- direct: dept <- emp.dept
-- direct: bosses <- emp.boss
SELECT dept, count(coalesce(salary, 0)) AS staff, count(coalesce(name, 'x'), boss) AS bosses FROM emp GROUP BY dept
