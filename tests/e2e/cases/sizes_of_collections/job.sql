-- rows: columns.nested columns.generate
-- tables: people
CREATE TABLE kept USING parquet AS SELECT size(transform(tags, (x, i) -> concat(x, id + i))) AS tags, size(items.price) AS prices, size(map_keys(attrs)) AS keys, size(sort_array(tags)) AS sorted, size(concat(tags, array(name.first))) AS longer FROM people;
CREATE TABLE listed USING parquet AS SELECT size(array(id, 1)) AS two, size(map('a', id)) AS one, size(array_repeat(name.last, id)) AS times FROM people;
CREATE TABLE counted USING parquet AS SELECT id, size(filter(tags, x -> x > name.first)) AS some, transform(tags, x -> concat(x, id)) IS NULL AS none FROM people WHERE size(transform(items, i -> i.price * id)) > 0;
CREATE TABLE placed USING parquet AS SELECT at FROM people LATERAL VIEW posexplode(transform(tags, x -> concat(x, id))) t AS at, tag;
