-- tables: doc
-- reader: hand
-- why: lambdas over maps
-- direct: named <- doc.props
-- direct: doubled <- doc.props doc.id
-- direct: entries <- doc.props
-- direct: rebuilt <- doc.props
SELECT transform_keys(props, (k, v) -> upper(k)) AS named, transform_values(props, (k, v) -> v * id) AS doubled,
  map_entries(props) AS entries, map_from_entries(map_entries(props)) AS rebuilt
FROM doc
