-- rows: columns.nested facet.dataset.schema
-- tables: people
CREATE TABLE flat USING parquet AS SELECT name.first AS first, address.geo.lat AS lat, attrs['k'] AS k, tags[0] AS tag FROM people;
CREATE TABLE whole USING parquet AS SELECT id, address, items FROM people;
CREATE TABLE built USING parquet AS
SELECT named_struct('who', name.last, 'where', address.city) AS pair, transform(items, i -> i.price * 2) AS prices FROM people;
