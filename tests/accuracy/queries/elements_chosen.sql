-- tables: doc
SELECT id, filter(tags, x -> x > id) AS above, filter(items, x -> x.n > id) AS chosen, slice(words, id, 2) AS cut,
  array_remove(tags, id) AS others, array_repeat(addr.city, id % 3) AS many, elt(id % 2 + 1, addr.city, txt) AS nth
FROM doc
