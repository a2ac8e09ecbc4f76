-- tables: doc
-- reader: hand
-- why: sqlglot does not expand a struct
-- direct: id <- doc.id
-- direct: city <- doc.addr
-- direct: zip <- doc.addr
-- direct: geo <- doc.addr
SELECT id, addr.* FROM doc
