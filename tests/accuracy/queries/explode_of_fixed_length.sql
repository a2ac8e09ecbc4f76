-- tables: emp
-- reader: hand
-- why: generators
-- direct: id <- emp.id
-- direct: place <- emp.dept emp.boss
SELECT id, at, place FROM emp LATERAL VIEW posexplode(array(dept, boss)) p AS at, place
