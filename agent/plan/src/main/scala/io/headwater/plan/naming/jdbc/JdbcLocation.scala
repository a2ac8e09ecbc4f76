package io.headwater.plan.naming.jdbc

import io.headwater.model.DatasetId

/** The server and database of a JDBC URL.
  *
  * @param namespace
  *   the namespace of the server's datasets
  * @param database
  *   the catalog or database in the URL; the name of a table starts with it
  * @param levels
  *   the number of parts in the full name of a table, including the database: 3 for `database.schema.table`
  * @param schema
  *   the schema of tables that are named without one, if the URL names it
  */
final case class JdbcLocation(
    namespace: String,
    database: Option[String],
    levels: Int = 3,
    schema: Option[String] = None
) {

  /** The dataset of a table name as the user wrote it: `orders`, `public.orders`, `"Odd Name"`. */
  def table(name: String): DatasetId = table(QuotedNames.parts(name))

  /** The dataset of a table name in its parts. A part that is omitted, as in `db..orders`, is left out of
    * the dataset's name.
    */
  def table(parts: Vector[String]): DatasetId = {
    val fullName =
      if (parts.size >= levels) parts
      else database.toVector ++ schema.filter(_ => parts.size == 1) ++ parts
    DatasetId(namespace, fullName.filter(_.nonEmpty).mkString("."))
  }
}

/** Names in parts with dots between them. A part can be in the quotes of any database. An omitted part is
  * empty.
  */
object QuotedNames {
  private val closingQuotes = Map('"' -> '"', '`' -> '`', '[' -> ']')

  def parts(name: String): Vector[String] = {
    val text = name.trim
    val (complete, last, _) = text.foldLeft((Vector.empty[String], "", Option.empty[Char])) {
      case ((parts, part, Some(quote)), c) =>
        if (c == quote) (parts, part, None) else (parts, part + c, Some(quote))
      case ((parts, part, None), c) if closingQuotes.contains(c) => (parts, part, closingQuotes.get(c))
      case ((parts, part, None), '.') => (parts :+ part, "", None)
      case ((parts, part, None), c) => (parts, part + c, None)
    }
    (complete :+ last).map(_.trim)
  }
}
