-- tables: emp dept sales
SELECT name, (SELECT max(budget) FROM dept WHERE dept > (SELECT min(item) FROM sales)) AS top_budget FROM emp
