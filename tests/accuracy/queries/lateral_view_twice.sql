-- tables: doc
-- reader: hand
-- why: generators
-- direct: tag <- doc.tags
-- direct: name <- doc.props
-- direct: figure <- doc.props
SELECT tag, name, figure FROM doc LATERAL VIEW explode(tags) t AS tag LATERAL VIEW explode(props) p AS name, figure
