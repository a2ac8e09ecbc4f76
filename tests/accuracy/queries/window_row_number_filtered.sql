-- tables: sales
SELECT emp, price FROM (SELECT emp, price, row_number() OVER (PARTITION BY emp ORDER BY price DESC, sale) AS n FROM sales) WHERE n = 1
