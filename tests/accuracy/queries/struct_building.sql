-- tables: emp
SELECT id, named_struct('who', name, 'pay', salary + bonus) AS person, array(dept, boss) AS places, map('s', salary) AS amounts FROM emp
