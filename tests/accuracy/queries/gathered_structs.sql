-- tables: sales
-- reader: hand
-- why: fields of structs that an aggregate gathered
-- direct: emp <- sales.emp
-- direct: newest <- sales.price
-- direct: qtys <- sales.qty
-- direct: item <- sales.item
-- direct: best <- sales.channel
SELECT emp, last.price AS newest, transform(sort_array(rows), r -> r.qty) AS qtys, rows[0].item AS item, best
FROM (
  SELECT emp, max(struct(day, sale, price)) AS last, collect_list(struct(day, sale, qty, item)) AS rows,
    max(struct(price, channel)).channel AS best
  FROM sales GROUP BY emp)
