-- tables: sales
SELECT emp, sum(CASE WHEN channel = 'AA' THEN qty ELSE 0 END) AS aa, max(if(price > 20, day, null)) AS late FROM sales GROUP BY emp
