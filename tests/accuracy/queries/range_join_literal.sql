-- tables: sales
SELECT r.id AS n, s.price FROM range(1, 6) r JOIN sales s ON s.qty = r.id
