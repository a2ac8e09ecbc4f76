-- tables: emp
SELECT dept, sum(salary) FILTER (WHERE boss > 2) AS led, count(*) FILTER (WHERE bonus > 20) AS lucky, max(id) AS last_id
FROM emp GROUP BY dept
