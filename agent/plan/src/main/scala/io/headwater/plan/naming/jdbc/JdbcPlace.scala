package io.headwater.plan.naming.jdbc

import io.headwater.model.DatasetId

/** Where a JDBC URL leads: the server, as a dataset namespace, and what table names start with there.
  *
  * @param database
  *   the catalog or database that the URL names; a table's name begins with it
  * @param levels
  *   how many parts a table's full name has there, the database included: 3 for `database.schema.table`
  */
final case class JdbcPlace(namespace: String, database: Option[String], levels: Int = 3) {

  /** The dataset of a table as the user wrote it: `orders`, `public.orders`, `"Odd Name"`. */
  def table(name: String): DatasetId = table(QuotedNames.parts(name))

  /** A part that is left out, `db..orders`, is as little known as where it is not written at all. */
  def table(parts: Vector[String]): DatasetId = {
    val fullName = if (parts.size >= levels) parts else database.toVector ++ parts
    DatasetId(namespace, fullName.filter(_.nonEmpty).mkString("."))
  }
}

/** Names of parts with dots between them, each maybe in the quotes of some database; one that is left out is empty. */
object QuotedNames {
  private val closingQuotes = Map('"' -> '"', '`' -> '`', '[' -> ']')

  def parts(name: String): Vector[String] = {
    val text = name.trim
    val (done, last, _) = text.foldLeft((Vector.empty[String], "", Option.empty[Char])) {
      case ((parts, part, Some(quote)), c) =>
        if (c == quote) (parts, part, None) else (parts, part + c, Some(quote))
      case ((parts, part, None), c) if closingQuotes.contains(c) => (parts, part, closingQuotes.get(c))
      case ((parts, part, None), '.') => (parts :+ part, "", None)
      case ((parts, part, None), c) => (parts, part + c, None)
    }
    (done :+ last).map(_.trim)
  }
}
