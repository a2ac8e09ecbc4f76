-- tables: emp
SELECT md5(name) AS a, sha2(name, 256) AS b, sha1(concat(name, dept)) AS c, hash(name, id) AS d, xxhash64(salary) AS e, crc32(name) AS f FROM emp
