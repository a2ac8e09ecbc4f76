package io.headwater.redaction

import java.util.Locale
import java.util.regex.Pattern

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

  /** Those before the name of a table, or a query in its place. */
  val sources = Set("from", "join", "into", "using")

  def relates(operator: String): Boolean =
    operator == "||" || operator.exists(c => c == '=' || c == '<' || c == '>')

  /** Words in an expression that are no names of columns or variables. */
  val noNames = Set(
    "all",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "bigint",
    "binary",
    "boolean",
    "by",
    "char",
    "collate",
    "comment",
    "current",
    "date",
    "dec",
    "decimal",
    "declare",
    "desc",
    "double",
    "end",
    "escape",
    "execute",
    "exists",
    "false",
    "first",
    "float",
    "int",
    "integer",
    "interval",
    "is",
    "last",
    "long",
    "map",
    "not",
    "null",
    "nulls",
    "numeric",
    "or",
    "over",
    "real",
    "replace",
    "row",
    "short",
    "smallint",
    "some",
    "string",
    "struct",
    "temporary",
    "time",
    "timestamp",
    "tinyint",
    "true",
    "update",
    "variant",
    "void"
  )

  /** The position of the argument that is a secret, whatever its name is. */
  val keyArguments = Map("aes_encrypt" -> 1, "aes_decrypt" -> 1, "try_aes_decrypt" -> 1)

  /** Keywords that compare or assign, besides the operators. */
  val relations =
    Set("like", "ilike", "rlike", "regexp", "in", "between", "default", "distinct", "any", "all", "generated")

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
    "array",
    "array_append",
    "array_contains",
    "array_except",
    "array_insert",
    "array_intersect",
    "array_position",
    "array_prepend",
    "array_remove",
    "array_union",
    "arrays_overlap",
    "element_at",
    "try_element_at",
    "map_contains_key",
    "field",
    "find_in_set",
    "format_string",
    "lag",
    "lead",
    "printf",
    "regexp_count",
    "regexp_extract",
    "regexp_extract_all",
    "regexp_instr",
    "regexp_replace",
    "regexp_substr",
    "split_part",
    "substring_index",
    "translate"
  )

  /** Functions in whose arguments a value follows its name. */
  val structures = Set("map", "named_struct", "reflect", "java_method", "try_reflect")

  /** Functions with an argument that names a part of another one. */
  val paths = Set(
    "get_json_object",
    "json_tuple",
    "variant_get",
    "try_variant_get",
    "element_at",
    "try_element_at",
    "xpath_string",
    "parse_url",
    "identifier"
  )

  /** Keywords that begin a statement. */
  private val first = Set(
    "alter",
    "begin",
    "cache",
    "call",
    "create",
    "declare",
    "delete",
    "execute",
    "explain",
    "from",
    "insert",
    "merge",
    "refresh",
    "replace",
    "select",
    "set",
    "update",
    "values",
    "with"
  )

  /** The beginning of a statement within a text. */
  private val statement = Pattern.compile(
    "(?i)\\b(?:(?:insert|merge)\\s+into|insert\\s+overwrite|delete\\s+from|update\\s+[\\w.`\"]{1,200}\\s+set" +
      "|(?:create|alter)\\s+(?:or\\s+replace|table|user|role|login|temp|temporary|view|external|connection|secret))\\b" +
      "|(?-i:\\bSELECT)\\s|[\"'(]select\\s"
  )

  /** The index of the first statement in a text, such as an error of a driver; -1 if there is none. */
  def statementIn(text: String): Int = {
    val marker = text.indexOf(ErrorTextRedactor.statementMarker)
    val matcher = statement.matcher(text)
    if (!text.exists(CharClasses.isQuote(_)) || !matcher.find()) marker
    else {
      val start = if (CharClasses.isQuote(text.charAt(matcher.start))) matcher.start + 1 else matcher.start
      if (marker < 0) start else math.min(marker, start)
    }
  }

  /** Whether a text may be a statement. */
  def begins(text: String): Boolean = {
    val start = CharClasses.skip(text, 0)(c => Character.isWhitespace(c) || c == '(')
    val end = CharClasses.skip(text, start)(Character.isLetter(_))
    if (start < text.length && (text.startsWith("--", start) || text.startsWith("/*", start))) true
    else end - start > 2 && end - start < 10 && first(text.substring(start, end).toLowerCase(Locale.ROOT))
  }

  val maxPositions = 1000
  val maxDepth = 1000
}
