-- Changes of tables: columns come, go and get other names.
ALTER TABLE raw.rates ADD COLUMNS (source STRING);
ALTER TABLE core.orders ADD COLUMNS (note STRING);
ALTER TABLE ice.core.customers ADD COLUMN segment STRING;
ALTER TABLE ice.core.customers RENAME COLUMN name TO full_name;
ALTER TABLE ice.core.customers DROP COLUMN address;
ALTER TABLE ice.core.customers ALTER COLUMN id TYPE BIGINT;
INSERT INTO ice.core.customers SELECT id, name, city, 'new' FROM raw.customers;
INSERT OVERWRITE TABLE ice.core.customers SELECT id, name, city, 'all' FROM raw.customers;
INSERT INTO core.orders SELECT id, customer_id, amount, day, 'late' FROM raw.orders;
TRUNCATE TABLE raw.rates;
CREATE TABLE raw.rates_2 LIKE raw.rates;
ALTER TABLE raw.rates_2 RENAME TO raw.old_rates;
DROP TABLE raw.old_rates;
-- fails: UNRESOLVED_COLUMN
INSERT INTO raw.rates SELECT nothing FROM raw.orders;
-- fails: boom
CREATE OR REPLACE TABLE marts.by_city USING delta AS SELECT city, CAST(raise_error('boom') AS BIGINT) AS customers FROM raw.customers;
