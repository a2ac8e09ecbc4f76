-- tables: doc
SELECT id, aggregate(tags, 0, (acc, x) -> acc + x) AS total, zip_with(tags, tags, (a, b) -> a * b) AS squares FROM doc
