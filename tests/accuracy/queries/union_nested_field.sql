-- tables: doc emp
-- reader: hand
-- why: sqlglot does not follow fields of a struct through a union
-- direct: city <- doc.addr emp.name
-- direct: zip <- doc.addr emp.salary
SELECT p.place.city AS city, p.place.zip AS zip
FROM (SELECT named_struct('city', addr.city, 'zip', addr.zip) AS place FROM doc
  UNION ALL SELECT named_struct('city', name, 'zip', salary) FROM emp) p
