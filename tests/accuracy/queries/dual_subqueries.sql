-- tables: sales item stock
SELECT (SELECT sum(qty) FROM sales) - (SELECT sum(amount) FROM stock) AS gap, (SELECT count(*) FROM item WHERE cost > 20) AS dear
