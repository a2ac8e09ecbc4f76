-- rows: node.create-view columns.views columns.aggregate
-- tables: orders
-- since: 4.2
CREATE VIEW sales (customer COMMENT 'who paid', month, revenue, orders) COMMENT 'what was paid' WITH METRICS LANGUAGE YAML AS $$
version: 0.1
source: orders
filter: status = 'paid'
dimensions:
  - name: customer
    expr: customer_id
  - name: month
    expr: date_trunc('MONTH', day)
measures:
  - name: revenue
    expr: SUM(amount)
  - name: orders
    expr: COUNT(1)
$$;
CREATE TABLE by_month USING parquet AS
SELECT month, MEASURE(revenue) AS revenue, MEASURE(orders) AS n FROM sales WHERE customer > 0 GROUP BY month;
-- it is there already
CREATE VIEW IF NOT EXISTS sales WITH METRICS LANGUAGE YAML AS $$
version: 0.1
source: orders
dimensions:
  - name: customer
    expr: customer_id
measures:
  - name: revenue
    expr: SUM(amount)
$$;
DROP VIEW sales;
-- nothing has shown whether it is there
CREATE VIEW IF NOT EXISTS sales WITH METRICS LANGUAGE YAML AS $$
version: 0.1
source: orders
dimensions:
  - name: customer
    expr: customer_id
measures:
  - name: revenue
    expr: SUM(amount)
$$;
