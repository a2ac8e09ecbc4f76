-- rows: columns.project columns.distinct columns.literals
-- tables: orders
CREATE TABLE projected USING parquet AS
SELECT id, amount AS renamed, amount * 1.1 + id AS computed, 'fixed' AS constant, CAST(id AS STRING) AS casted,
  CASE WHEN status = 'paid' THEN amount ELSE 0 END AS paid_amount, coalesce(status, 'none') AS known,
  if(amount > 15, 'big', 'small') AS class, year(day) AS year
FROM orders WHERE day > DATE'2023-12-31';
CREATE TABLE starred USING parquet AS SELECT * FROM orders;
CREATE TABLE distinct_ones USING parquet AS SELECT DISTINCT status FROM orders ORDER BY status LIMIT 10;
