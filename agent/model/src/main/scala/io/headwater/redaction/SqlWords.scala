package io.headwater.redaction

/** The words of SQL that divide a statement or relate values. */
private[redaction] object SqlWords {

  /** Keywords that begin another part of a statement. */
  val boundaries = Set(
    "select",
    "from",
    "where",
    "group",
    "order",
    "having",
    "on",
    "or",
    "when",
    "then",
    "else",
    "union",
    "except",
    "intersect",
    "minus",
    "limit",
    "set",
    "values",
    "into",
    "using",
    "join",
    "lateral",
    "window",
    "qualify",
    "cluster",
    "distribute",
    "sort",
    "options",
    "tblproperties",
    "with",
    "matched",
    "var",
    "variable",
    "immediate"
  )

  /** Keywords that compare or assign, besides the operators. */
  val relations =
    Set("like", "ilike", "rlike", "regexp", "in", "between", "default", "distinct", "any", "all")

  /** Keywords before a bracket that is no list of arguments. */
  val noFunctions =
    relations ++ boundaries ++ Set("and", "not", "as", "by", "over", "exists", "case", "table")

  /** Functions whose other arguments are of the same kind as a sensitive one: another value, a part or a key. */
  val combining = Set(
    "concat",
    "concat_ws",
    "nullif",
    "nvl",
    "nvl2",
    "ifnull",
    "coalesce",
    "decode",
    "equal_null",
    "startswith",
    "endswith",
    "contains",
    "instr",
    "locate",
    "position",
    "charindex",
    "greatest",
    "least",
    "like",
    "ilike",
    "rlike",
    "regexp",
    "regexp_like",
    "replace",
    "if",
    "iff",
    "levenshtein",
    "aes_encrypt",
    "aes_decrypt",
    "try_aes_decrypt",
    "array_contains",
    "field"
  )

  /** Functions whose arguments are names and values in turn. */
  val structures = Set("map", "named_struct")

  /** Functions with an argument that names a part of another one. */
  val paths = Set(
    "get_json_object",
    "json_tuple",
    "variant_get",
    "try_variant_get",
    "element_at",
    "try_element_at",
    "xpath_string",
    "parse_url"
  )

  val maxPositions = 1000
  val maxDepth = 1000
}
