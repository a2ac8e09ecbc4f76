-- tables: emp
SELECT greatest(salary, bonus) AS high, least(dept, boss, id) AS low, abs(salary - boss) AS gap, round(bonus, 0) AS rounded FROM emp
