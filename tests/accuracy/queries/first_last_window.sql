-- tables: emp
SELECT id, first_value(bonus) OVER (PARTITION BY dept ORDER BY id) AS first_bonus,
  last_value(hired) OVER (PARTITION BY dept ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS last_hired,
  nth_value(name, 2) OVER (ORDER BY id) AS second_name
FROM emp
