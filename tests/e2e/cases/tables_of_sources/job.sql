-- rows: node.create-table
-- tables: orders
-- since: 4.0
CREATE TABLE gone USING noop;
INSERT INTO gone SELECT id FROM orders;
DROP TABLE gone;
