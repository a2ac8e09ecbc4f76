-- tables: sales item
-- reader: hand
-- why: fields of structs that an aggregate gathered
-- direct: kind <- item.kind
-- direct: one <- sales.qty
-- direct: label <- item.label sales.channel
SELECT kind, one.qty AS one, w.label AS label
FROM (
  SELECT i.kind, collect_set(struct(s.qty, s.price)) AS all,
    first(CASE WHEN s.qty > 2 THEN struct(i.label, i.cost) ELSE named_struct('label', s.channel, 'cost', s.price) END) AS w
  FROM sales s JOIN item i ON s.item = i.item GROUP BY i.kind)
LATERAL VIEW explode(filter(all, x -> x.price > 1)) e AS one
