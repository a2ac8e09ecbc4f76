-- tables: emp dept
SELECT concat_ws('-', e.name, d.title, d.city) AS joined, regexp_replace(e.name, 'A', d.city) AS replaced, split(d.title, ' ')[0] AS first_word,
  substring(e.name, d.dept, 2) AS part, lpad(e.name, e.dept, '*') AS padded
FROM emp e JOIN dept d ON e.dept = d.dept
