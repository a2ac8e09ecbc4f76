-- tables: emp
SELECT if(dept > 2, name, 'other') AS a, CASE boss WHEN 1 THEN salary WHEN dept THEN id ELSE 0 END AS b,
  decode(dept, 1, name, 2, concat(name, '!'), 'none') AS c
FROM emp
