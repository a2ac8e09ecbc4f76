-- tables: doc
SELECT id, props['k1'] AS one, element_at(props, 'k2') AS two, try_element_at(props, 'k3') AS three FROM doc
