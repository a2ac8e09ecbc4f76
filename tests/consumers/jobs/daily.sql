-- The work of one day; the warehouse runs it twice.
INSERT INTO core.orders SELECT id, customer_id, amount, day FROM raw.paid;
INSERT OVERWRITE core.daily PARTITION (day) SELECT count(*), sum(amount), day FROM raw.paid GROUP BY day;
INSERT INTO ice.core.customers
  SELECT c.id, upper(c.name), c.city, named_struct('city', p.address.city, 'lat', p.address.geo.lat)
  FROM raw.customers c LEFT JOIN raw.people p ON c.id = p.id;
MERGE INTO core.orders t USING raw.orders s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET t.amount = s.amount * 2 WHEN NOT MATCHED THEN INSERT (id, amount) VALUES (s.id, s.amount);
MERGE INTO ice.core.customers t USING raw.customers s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET t.city = s.city WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name);
UPDATE core.orders SET amount = amount + 1 WHERE customer_id = 1;
DELETE FROM core.orders WHERE amount > 1000;
UPDATE ice.core.customers SET name = concat(name, '!') WHERE city = 'London';
DELETE FROM ice.core.customers WHERE id > 100;
-- fails: no rate
INSERT INTO core.orders SELECT id, customer_id, CAST(raise_error('no rate') AS DOUBLE), day FROM raw.orders;
INSERT INTO core.orders SELECT id, customer_id, amount, day FROM raw.orders WHERE status = 'open';
INSERT INTO raw.rates SELECT upper(currency), rate * 2, since FROM raw.rates;
SELECT city, sum(amount) FROM raw.paid_by_city GROUP BY city;
