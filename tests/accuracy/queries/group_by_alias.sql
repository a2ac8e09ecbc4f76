-- tables: emp
SELECT substr(name, 1, 1) AS letter, count(bonus) AS n FROM emp GROUP BY letter
