-- Tables of Delta, Iceberg and parquet that later statements change.
CREATE TABLE core.orders (id INT, customer_id INT, amount DOUBLE, day DATE) USING delta;
CREATE TABLE ice.core.customers (id INT, name STRING, city STRING, address STRUCT<city: STRING, lat: DOUBLE>) USING iceberg;
CREATE TABLE core.daily (orders BIGINT, amount DOUBLE, day DATE) USING parquet PARTITIONED BY (day);
CREATE TABLE core.flat_people USING parquet AS
  SELECT id, name.first AS first_name, address.city AS city, address.geo.lat AS lat, attrs['k'] AS k FROM raw.people;
CREATE TABLE core.items USING delta AS
  SELECT p.id, item.sku AS sku, item.price AS price FROM raw.people p LATERAL VIEW explode(p.items) t AS item;
CREATE TABLE ice.core.people USING iceberg AS
  SELECT id, named_struct('first', name.first, 'city', address.city) AS person, tags FROM raw.people;
