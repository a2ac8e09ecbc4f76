-- tables: doc
-- reader: hand
-- why: whether the whole struct is null decides; a field of it is taken
-- direct: id <- doc.id
-- direct: zip <- doc.addr doc.id
-- direct: built <- doc.addr doc.id
SELECT id, coalesce(addr, named_struct('city', 'none', 'zip', id, 'geo', addr.geo)).zip AS zip,
  coalesce(if(size(items) > 1, named_struct('a', addr.zip, 'b', id), null), named_struct('a', id, 'b', 0)).a AS built
FROM doc
