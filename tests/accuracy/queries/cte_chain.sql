-- tables: sales item
WITH a AS (SELECT item, qty * price AS worth FROM sales), b AS (SELECT item, max(worth) AS best FROM a GROUP BY item),
c AS (SELECT b.item, b.best, a.worth FROM a JOIN b ON a.item = b.item AND a.worth = b.best)
SELECT i.label, c.best + c.worth AS twice FROM c JOIN item i ON c.item = i.item
