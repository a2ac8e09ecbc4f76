-- A warehouse with TPC-H's tables in three layers: staging, core, reports. One statement a job; {raw} is the folder of the raw files.

-- staging
CREATE TABLE stg.region USING parquet AS SELECT r_regionkey AS region_key, trim(r_name) AS region_name FROM parquet.`{raw}/region`;
CREATE TABLE stg.nation USING parquet AS SELECT n_nationkey AS nation_key, trim(n_name) AS nation_name, n_regionkey AS region_key FROM parquet.`{raw}/nation`;
CREATE TABLE stg.customer USING parquet AS
  SELECT c_custkey AS customer_key, c_name AS customer_name, sha2(c_phone, 256) AS phone_hash, c_nationkey AS nation_key,
         c_acctbal AS account_balance, upper(c_mktsegment) AS market_segment, substring(c_phone, 1, 2) AS country_code
  FROM parquet.`{raw}/customer`;
CREATE TABLE stg.supplier USING parquet AS
  SELECT s_suppkey AS supplier_key, s_name AS supplier_name, s_address AS address, s_nationkey AS nation_key,
         s_acctbal AS account_balance, s_comment AS comment
  FROM parquet.`{raw}/supplier`;
CREATE TABLE stg.part USING parquet AS
  SELECT p_partkey AS part_key, p_name AS part_name, p_mfgr AS manufacturer, p_brand AS brand, p_type AS part_type,
         p_size AS size, p_container AS container, p_retailprice AS retail_price
  FROM parquet.`{raw}/part`;
CREATE TABLE stg.partsupp USING parquet AS
  SELECT ps_partkey AS part_key, ps_suppkey AS supplier_key, ps_availqty AS available_quantity, ps_supplycost AS supply_cost
  FROM parquet.`{raw}/partsupp`;
CREATE TABLE stg.orders USING parquet AS
  SELECT o_orderkey AS order_key, o_custkey AS customer_key, o_orderstatus AS status, o_totalprice AS total_price,
         to_date(o_orderdate) AS order_date, o_orderpriority AS priority, o_comment AS comment
  FROM parquet.`{raw}/orders` WHERE o_orderstatus IS NOT NULL;
CREATE TABLE stg.lineitem USING parquet AS
  SELECT l_orderkey AS order_key, l_partkey AS part_key, l_suppkey AS supplier_key, l_linenumber AS line_number,
         l_quantity AS quantity, l_extendedprice AS extended_price, l_discount AS discount, l_tax AS tax,
         l_returnflag AS return_flag, l_linestatus AS line_status, to_date(l_shipdate) AS ship_date,
         to_date(l_commitdate) AS commit_date, to_date(l_receiptdate) AS receipt_date, l_shipmode AS ship_mode
  FROM parquet.`{raw}/lineitem`;

-- core
CREATE TABLE core.dim_geography USING parquet AS
  SELECT n.nation_key, n.nation_name, r.region_name FROM stg.nation n JOIN stg.region r ON n.region_key = r.region_key;
CREATE TABLE core.dim_customer USING parquet AS
  SELECT c.customer_key, c.customer_name, c.phone_hash, c.country_code, c.market_segment, c.account_balance,
         CASE WHEN c.account_balance > 5000 THEN 'gold' WHEN c.account_balance > 0 THEN 'silver' ELSE 'watch' END AS tier,
         g.nation_name, g.region_name
  FROM stg.customer c LEFT JOIN core.dim_geography g ON c.nation_key = g.nation_key;
CREATE TABLE core.dim_supplier USING parquet AS
  SELECT s.supplier_key, s.supplier_name, s.address, s.account_balance, s.comment LIKE '%Complaints%' AS has_complaints,
         g.nation_name, g.region_name
  FROM stg.supplier s LEFT JOIN core.dim_geography g ON s.nation_key = g.nation_key;
CREATE TABLE core.dim_part USING parquet AS
  SELECT part_key, part_name, manufacturer, brand, part_type, size, container, retail_price,
         split(part_type, ' ')[0] AS part_family
  FROM stg.part;
CREATE TABLE core.dim_date USING parquet AS
  SELECT DISTINCT order_date AS date, year(order_date) AS year, quarter(order_date) AS quarter, month(order_date) AS month
  FROM stg.orders;
CREATE TABLE core.fact_supply USING parquet AS
  SELECT ps.part_key, ps.supplier_key, ps.available_quantity, ps.supply_cost,
         ps.available_quantity * ps.supply_cost AS stock_value, s.nation_name AS supplier_nation, s.region_name AS supplier_region
  FROM stg.partsupp ps JOIN core.dim_supplier s ON ps.supplier_key = s.supplier_key;
CREATE TABLE core.fact_orders USING parquet AS
  SELECT o.order_key, o.customer_key, o.status, o.order_date, d.year AS order_year, o.priority, o.total_price, c.market_segment,
         c.nation_name AS customer_nation, c.region_name AS customer_region
  FROM stg.orders o JOIN core.dim_customer c ON o.customer_key = c.customer_key JOIN core.dim_date d ON o.order_date = d.date;
CREATE TABLE core.fact_sales USING parquet AS
  SELECT l.order_key, l.line_number, l.part_key, l.supplier_key, o.customer_key, o.order_date, o.order_year, l.ship_date,
         l.quantity, l.extended_price * (1 - l.discount) AS revenue,
         l.extended_price * (1 - l.discount) * (1 + l.tax) AS charge, l.extended_price, l.discount,
         l.extended_price * (1 - l.discount) - fs.supply_cost * l.quantity AS profit,
         l.return_flag, l.line_status, l.ship_mode, l.receipt_date > l.commit_date AS is_late,
         o.market_segment, o.customer_nation, o.customer_region, fs.supplier_nation, fs.supplier_region
  FROM stg.lineitem l JOIN core.fact_orders o ON l.order_key = o.order_key
  JOIN core.fact_supply fs ON l.part_key = fs.part_key AND l.supplier_key = fs.supplier_key;

-- reports: one for each of the questions that TPC-H asks
CREATE TABLE rpt.q01_pricing_summary USING parquet AS
  SELECT return_flag, line_status, sum(quantity) AS sum_quantity, sum(extended_price) AS sum_base_price, sum(revenue) AS sum_revenue,
         sum(charge) AS sum_charge, avg(quantity) AS avg_quantity, avg(discount) AS avg_discount, count(*) AS lines
  FROM core.fact_sales WHERE ship_date <= DATE'1998-09-02' GROUP BY return_flag, line_status;
CREATE TABLE rpt.q02_cheapest_supplier USING parquet AS
  SELECT part_name, supplier_name, nation_name, supply_cost FROM (
    SELECT p.part_name, s.supplier_name, s.nation_name, f.supply_cost,
           row_number() OVER (PARTITION BY f.part_key ORDER BY f.supply_cost) AS place
    FROM core.fact_supply f JOIN core.dim_part p ON f.part_key = p.part_key JOIN core.dim_supplier s ON f.supplier_key = s.supplier_key)
  WHERE place = 1;
CREATE TABLE rpt.q03_shipping_priority USING parquet AS
  SELECT order_key, order_date, sum(revenue) AS revenue FROM core.fact_sales WHERE market_segment = 'BUILDING' GROUP BY 1, 2;
CREATE TABLE rpt.q04_order_priority USING parquet AS
  SELECT o.priority, count(*) AS orders FROM core.fact_orders o
  WHERE EXISTS (SELECT 1 FROM core.fact_sales s WHERE s.order_key = o.order_key AND s.is_late) GROUP BY o.priority;
CREATE TABLE rpt.q05_local_suppliers USING parquet AS
  SELECT customer_nation AS nation, sum(revenue) AS revenue FROM core.fact_sales WHERE customer_nation = supplier_nation GROUP BY 1;
CREATE TABLE rpt.q06_discount_effect USING parquet AS
  SELECT order_year AS year, sum(extended_price * discount) AS discount_given FROM core.fact_sales
  WHERE discount BETWEEN 0.05 AND 0.07 AND quantity < 24 GROUP BY 1;
CREATE TABLE rpt.q07_volume_shipping USING parquet AS
  SELECT supplier_nation, customer_nation, year(ship_date) AS ship_year, sum(revenue) AS revenue FROM core.fact_sales GROUP BY 1, 2, 3;
CREATE TABLE rpt.q08_market_share USING parquet AS
  SELECT s.order_year AS year, sum(CASE WHEN s.supplier_nation = 'BRAZIL' THEN s.revenue ELSE 0 END) / sum(s.revenue) AS share
  FROM core.fact_sales s JOIN core.dim_part p ON s.part_key = p.part_key WHERE p.part_family = 'ECONOMY' GROUP BY 1;
CREATE TABLE rpt.q09_product_profit USING parquet AS
  SELECT s.supplier_nation AS nation, s.order_year AS year, p.brand, sum(s.profit) AS profit
  FROM core.fact_sales s JOIN core.dim_part p ON s.part_key = p.part_key GROUP BY 1, 2, 3;
CREATE TABLE rpt.q10_returned_items USING parquet AS
  SELECT c.customer_key, c.customer_name, c.phone_hash, c.nation_name, sum(s.revenue) AS lost_revenue
  FROM core.fact_sales s JOIN core.dim_customer c ON s.customer_key = c.customer_key WHERE s.return_flag = 'R' GROUP BY ALL;
CREATE TABLE rpt.q11_important_stock USING parquet AS
  SELECT part_key, sum(stock_value) AS value FROM core.fact_supply GROUP BY part_key
  HAVING sum(stock_value) > (SELECT sum(stock_value) * 0.0001 FROM core.fact_supply);
CREATE TABLE rpt.q12_shipping_modes USING parquet AS
  SELECT s.ship_mode, count_if(o.priority IN ('1-URGENT', '2-HIGH')) AS high_lines, count_if(o.priority > '3') AS low_lines
  FROM core.fact_sales s JOIN core.fact_orders o ON s.order_key = o.order_key GROUP BY s.ship_mode;
CREATE TABLE rpt.q13_customer_orders USING parquet AS
  SELECT orders, count(*) AS customers FROM (
    SELECT c.customer_key, count(o.order_key) AS orders FROM core.dim_customer c
    LEFT JOIN core.fact_orders o ON c.customer_key = o.customer_key GROUP BY c.customer_key) GROUP BY orders;
CREATE TABLE rpt.q14_promotion_effect USING parquet AS
  SELECT 100 * sum(IF(p.part_family = 'PROMO', s.revenue, 0)) / sum(s.revenue) AS promo_share
  FROM core.fact_sales s JOIN core.dim_part p ON s.part_key = p.part_key;
CREATE TABLE rpt.supplier_revenue USING parquet AS
  SELECT supplier_key, quarter(ship_date) AS quarter, sum(revenue) AS revenue FROM core.fact_sales GROUP BY 1, 2;
CREATE TABLE rpt.q15_top_supplier USING parquet AS
  SELECT s.supplier_name, s.address, r.quarter, r.revenue FROM rpt.supplier_revenue r
  JOIN core.dim_supplier s ON r.supplier_key = s.supplier_key
  WHERE r.revenue = (SELECT max(revenue) FROM rpt.supplier_revenue);
CREATE TABLE rpt.q16_part_suppliers USING parquet AS
  SELECT p.brand, p.part_type, p.size, count(DISTINCT f.supplier_key) AS suppliers FROM core.fact_supply f
  JOIN core.dim_part p ON f.part_key = p.part_key
  WHERE f.supplier_key NOT IN (SELECT supplier_key FROM core.dim_supplier WHERE has_complaints) GROUP BY 1, 2, 3;
CREATE TABLE rpt.q17_small_orders USING parquet AS
  WITH usual AS (SELECT part_key, 0.2 * avg(quantity) AS limit FROM core.fact_sales GROUP BY part_key)
  SELECT p.brand, p.container, sum(s.extended_price) / 7.0 AS avg_yearly FROM core.fact_sales s
  JOIN core.dim_part p ON s.part_key = p.part_key JOIN usual u ON u.part_key = s.part_key AND s.quantity < u.limit GROUP BY 1, 2;
CREATE TABLE rpt.q18_large_customers USING parquet AS
  SELECT c.customer_name, o.order_key, o.order_date, o.total_price, sum(s.quantity) AS quantity FROM core.fact_orders o
  JOIN core.dim_customer c ON o.customer_key = c.customer_key JOIN core.fact_sales s ON s.order_key = o.order_key
  GROUP BY ALL HAVING sum(s.quantity) > 30;
CREATE TABLE rpt.q19_discounted_revenue USING parquet AS
  SELECT p.brand, p.container, sum(s.revenue) AS revenue FROM core.fact_sales s JOIN core.dim_part p ON p.part_key = s.part_key
  WHERE (p.size BETWEEN 1 AND 15) AND s.ship_mode IN ('AIR', 'REG AIR') GROUP BY 1, 2;
CREATE TABLE rpt.q20_promotion_candidates USING parquet AS
  SELECT DISTINCT s.supplier_name, s.address FROM core.dim_supplier s JOIN core.fact_supply f ON s.supplier_key = f.supplier_key
  WHERE f.available_quantity > (SELECT 0.5 * sum(x.quantity) FROM core.fact_sales x WHERE x.part_key = f.part_key);
CREATE TABLE rpt.q21_waiting_suppliers USING parquet AS
  SELECT d.supplier_name, count(DISTINCT s.order_key) AS waiting FROM core.fact_sales s
  JOIN core.dim_supplier d ON s.supplier_key = d.supplier_key WHERE s.is_late GROUP BY d.supplier_name;
CREATE TABLE rpt.q22_sales_opportunity USING parquet AS
  SELECT country_code, count(*) AS customers, sum(account_balance) AS balance FROM core.dim_customer c
  WHERE NOT EXISTS (SELECT 1 FROM core.fact_orders o WHERE o.customer_key = c.customer_key) GROUP BY country_code;
CREATE TABLE rpt.nation_scorecard USING parquet AS
  SELECT v.supplier_nation AS nation, sum(v.revenue) AS exported, max(l.revenue) AS local, max(p.profit) AS best_brand_profit
  FROM rpt.q07_volume_shipping v LEFT JOIN rpt.q05_local_suppliers l ON v.supplier_nation = l.nation
  LEFT JOIN rpt.q09_product_profit p ON p.nation = v.supplier_nation GROUP BY v.supplier_nation;
CREATE TABLE rpt.executive_summary USING parquet AS
  SELECT n.nation, n.exported, n.local, s.share AS brazil_share, d.discount_given FROM rpt.nation_scorecard n
  CROSS JOIN rpt.q08_market_share s LEFT JOIN rpt.q06_discount_effect d ON d.year = s.year;

-- two things that a night in production has: a job that ran again, and a job that failed
INSERT OVERWRITE rpt.q06_discount_effect
  SELECT order_year AS year, sum(extended_price * discount) AS discount_given FROM core.fact_sales
  WHERE discount BETWEEN 0.04 AND 0.08 AND quantity < 25 GROUP BY 1;
INSERT OVERWRITE rpt.q14_promotion_effect SELECT raise_error(concat('no promotions on part ', part_name)) FROM core.dim_part;
