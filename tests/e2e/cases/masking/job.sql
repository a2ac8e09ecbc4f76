-- rows: columns.masking
-- since: 3.4
-- tables: customers
CREATE TABLE masked USING parquet AS
SELECT sha2(name, 256) AS hashed, md5(city) AS digest, mask(name) AS masked, length(name) AS size, hash(id) AS bucket
FROM customers;
