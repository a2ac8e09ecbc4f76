-- Results for people.
CREATE TABLE marts.revenue USING parquet AS
  WITH paid AS (SELECT customer_id, sum(amount) AS amount FROM core.orders GROUP BY customer_id)
  SELECT c.id, c.name, c.address.city AS city, p.amount, rank() OVER (ORDER BY p.amount DESC) AS place
  FROM paid p JOIN ice.core.customers c ON p.customer_id = c.id;
CREATE TABLE marts.by_city USING delta PARTITIONED BY (city) AS SELECT city, sum(amount) AS amount FROM raw.paid_by_city GROUP BY city;
CREATE TABLE ice.marts.people USING iceberg AS SELECT person.first AS first, person.city AS city FROM ice.core.people;
CREATE OR REPLACE TABLE marts.by_city USING delta AS SELECT city, count(*) AS customers FROM raw.customers GROUP BY city;
CREATE OR REPLACE TABLE ice.marts.people USING iceberg AS SELECT id, upper(person.first) AS name FROM ice.core.people;
CREATE TABLE marts.joined USING parquet AS
  SELECT o.id, o.amount * r.rate AS amount, coalesce(p.first_name, c.name) AS name
  FROM core.orders o CROSS JOIN raw.rates r LEFT JOIN core.flat_people p ON o.customer_id = p.id
  LEFT JOIN ice.core.customers c ON o.customer_id = c.id WHERE r.currency = 'USD';
CREATE TABLE marts.sets USING parquet AS SELECT id FROM raw.orders UNION SELECT id FROM raw.customers EXCEPT SELECT id FROM raw.people;
CREATE VIEW marts.top AS SELECT name, amount FROM marts.revenue WHERE place <= 3;
CREATE TABLE marts.top_names USING parquet AS SELECT name FROM marts.top;
SELECT name, amount FROM marts.top ORDER BY amount;
