-- tables: emp dept
-- spark: 4.0
-- reader: hand
-- why: sqlglot does not read every pipe operator
-- direct: city <- dept.city
-- direct: total <- emp.salary
-- direct: top <- emp.bonus
FROM emp
|> WHERE salary > 1
|> EXTEND salary * 2 AS pay
|> JOIN dept USING (dept)
|> AGGREGATE sum(pay) AS total, max(bonus) AS best GROUP BY city
|> SET total = total + 1
|> SELECT city, total, best AS top
