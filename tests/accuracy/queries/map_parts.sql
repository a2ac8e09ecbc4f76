-- tables: doc
-- reader: hand
-- why: functions of maps
-- direct: id <- doc.id
-- direct: names <- doc.props
-- direct: amounts <- doc.props
-- direct: has <- doc.props
-- direct: joined <- doc.props doc.id
-- direct: zipped <- doc.props doc.tags
-- direct: kept <- doc.props
SELECT id, map_keys(props) AS names, map_values(props) AS amounts, map_contains_key(props, 'k1') AS has,
  map_concat(props, map('own', id))['own'] AS joined,
  map_zip_with(props, map('k1', tags[0]), (k, v, w) -> coalesce(v, 0) + coalesce(w, 0)) AS zipped,
  map_filter(props, (k, v) -> v > id) AS kept
FROM doc
