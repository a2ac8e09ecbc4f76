-- tables: emp
SELECT e.name, v.word FROM emp e JOIN (VALUES (1, 'one'), (2, 'two'), (3, 'three')) AS v(n, word) ON e.dept = v.n
