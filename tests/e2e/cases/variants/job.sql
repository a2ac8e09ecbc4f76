-- rows: columns.nested columns.generate
-- tables: orders
-- since: 4.0
CREATE TABLE documents USING parquet AS
SELECT id, parse_json(concat('{"status": "', status, '", "days": ["', day, '"]}')) AS document FROM orders;

CREATE TABLE parts USING parquet AS
SELECT id, variant_get(document, '$.status', 'string') AS status, try_variant_get(document, '$.days[0]', 'date') AS day,
  schema_of_variant(document) AS type, to_json(document) AS text, is_variant_null(document) AS missing
FROM documents WHERE variant_get(document, '$.status', 'string') <> 'open';

CREATE TABLE entries USING parquet AS
SELECT d.id, e.pos, e.key, e.value FROM documents d, LATERAL variant_explode(d.document) e;

CREATE TABLE types USING parquet AS
SELECT status, schema_of_variant_agg(to_variant_object(named_struct('id', id, 'amount', amount))) AS type
FROM orders GROUP BY status COLLATE UTF8_LCASE, status;
