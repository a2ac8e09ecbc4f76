-- tables: doc
SELECT id, transform(tags, x -> x + id) AS shifted, filter(tags, t -> t > 2) AS big, exists(tags, t -> t = 3) AS has_three FROM doc
