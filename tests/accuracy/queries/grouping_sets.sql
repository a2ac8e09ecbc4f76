-- tables: sales item
SELECT i.kind, s.channel, sum(s.qty * s.price) AS turnover, grouping(i.kind) AS no_kind
FROM sales s JOIN item i ON s.item = i.item
GROUP BY GROUPING SETS ((i.kind, s.channel), (i.kind), ())
