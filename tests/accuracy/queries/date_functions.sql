-- tables: emp
SELECT date_add(hired, dept) AS later, datediff(hired, DATE'1995-01-01') AS days, date_trunc('MONTH', hired) AS month_start,
  months_between(hired, add_months(hired, boss)) AS months, date_format(hired, 'yyyy') AS y
FROM emp
