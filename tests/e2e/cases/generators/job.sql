-- rows: columns.generate
-- tables: people
CREATE TABLE tags USING parquet AS SELECT id, tag FROM people LATERAL VIEW explode(tags) t AS tag;
CREATE TABLE attributes USING parquet AS SELECT id, key, value FROM people LATERAL VIEW OUTER explode(attrs) a AS key, value;
CREATE TABLE items USING parquet AS SELECT id, inline(items) FROM people;
CREATE TABLE positions USING parquet AS SELECT posexplode(tags) AS (at, tag) FROM people;
