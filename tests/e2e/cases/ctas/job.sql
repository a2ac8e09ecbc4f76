-- rows: node.ctas life.nested facet.dataset.lifecycle facet.job.sql facet.dataset.data-source facet.dataset.column-lineage facet.dataset.symlinks
-- tables: orders customers
CREATE TABLE paid USING parquet AS SELECT id, amount AS paid_amount FROM orders WHERE status = 'paid';
CREATE TABLE IF NOT EXISTS paid USING parquet AS SELECT id, amount AS paid_amount FROM orders;
CREATE TABLE everyone USING json AS SELECT upper(name) AS name, city FROM customers;
SELECT paid_amount FROM paid;
