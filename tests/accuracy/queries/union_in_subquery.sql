-- tables: emp item
SELECT kind, sum(v) AS total FROM (SELECT 'e' AS kind, salary AS v FROM emp UNION ALL SELECT kind, cost FROM item) u GROUP BY kind
