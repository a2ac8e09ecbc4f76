-- rows: columns.generate columns.case columns.filter
-- tables: people orders
-- since: 4.3
-- each column of UNNEST comes from its own array, the place from all of them
CREATE TABLE unnested USING parquet AS
SELECT p.id, u.i.sku, u.t, u.place FROM people p, LATERAL UNNEST(p.items, p.tags) WITH ORDINALITY AS u(i, t, place);
CREATE TABLE of_json USING parquet AS
SELECT o.id, j.a FROM orders o, LATERAL JSON_TABLE(o.status, '$[*]' COLUMNS (a INT PATH '$.a')) j;
-- b decides whether the value is there, and is no part of it
CREATE TABLE nulled USING parquet AS SELECT nullif(amount, id) AS amount FROM orders;
CREATE TABLE qualified USING parquet AS
SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY day) = 1;
-- an index chooses the element, and is no part of it
CREATE TABLE got USING parquet AS SELECT get(tags, id) AS tag, get(items, id).sku AS sku FROM people;
