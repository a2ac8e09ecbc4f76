-- tables: doc
SELECT id, get_json_object(js, '$.b.c') AS c, from_json(js, 'a INT').a AS a, to_json(named_struct('id', id, 'txt', txt)) AS packed FROM doc
