-- tables: sales
SELECT avg(total) AS mean_total, max(first_day) AS last_first FROM (SELECT emp, sum(qty) AS total, min(day) AS first_day FROM sales GROUP BY emp)
