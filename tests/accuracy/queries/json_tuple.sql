-- tables: doc
-- reader: hand
-- why: a table function whose further arguments are names
-- direct: id <- doc.id
-- direct: a <- doc.js
-- direct: b <- doc.js
SELECT id, a, b FROM doc LATERAL VIEW json_tuple(js, 'a', if(id > 2, 'b', 'l')) j AS a, b
