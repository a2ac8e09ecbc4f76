-- rows: node.alter
-- tables: people
-- since: 4.3
-- several at once, and fields inside a column
COMMENT ON TABLE people COLUMN (id IS 'who', address.city IS 'where somebody lives');
