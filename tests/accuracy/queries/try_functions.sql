-- tables: emp
SELECT try_cast(name AS int) AS n, try_divide(salary, dept) AS d, try_add(salary, boss) AS a, try_element_at(array(dept, id), 2) AS e FROM emp
