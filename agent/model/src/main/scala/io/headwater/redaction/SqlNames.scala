package io.headwater.redaction

import java.util.Locale

import scala.collection.mutable

/** The secrets of a statement, while it is read: the literals that were found, and the names that stand for a secret. If
  * a name is compared with a sensitive column, then so are the literals that have this name elsewhere as an alias, a
  * column or a variable: `WITH c AS (SELECT 'x' AS a) SELECT * FROM c JOIN t ON a = password`.
  */
private[redaction] final class SqlNames {
  private val found = mutable.ArrayBuffer.empty[SqlToken]
  private val masked = mutable.HashSet.empty[Int] // where their tokens begin
  private val visited = mutable.HashSet.empty[SqlLiterals]
  private val values = mutable.HashMap.empty[String, SqlLiterals]
  private val secret = mutable.HashSet.empty[String]

  private var count = 0

  /** How often the search came to a literal or to a join. */
  def visits: Int = count

  def secrets: Vector[SqlToken] = found.toVector

  /** The name stands for these literals, or is compared with them. */
  def record(name: String, literals: SqlLiterals): Unit =
    if (name.isEmpty || (literals eq SqlLiterals.Empty) || SqlWords.noNames(name)) ()
    else if (secret(name)) mask(literals)
    else values(name) = values.getOrElse(name, SqlLiterals.Empty) ++ literals

  def mask(literals: SqlLiterals): Unit = {
    var open = List(literals)
    while (open.nonEmpty) {
      val next = open.head
      count += 1
      open = open.tail
      if (visited.add(next)) next match {
        case join: SqlLiterals.Join => open = join.first :: join.second :: open
        case one: SqlLiterals.One if SqlNames.isName(one.token) =>
          open = related(SqlNames.of(one.token)) :: open
        case one: SqlLiterals.One => mask(one.token)
        case SqlLiterals.Empty => ()
      }
    }
  }

  def mask(token: SqlToken): Unit = if (masked.add(token.from)) { found += token; () }

  private def related(name: String): SqlLiterals =
    if (secret.add(name)) values.remove(name).getOrElse(SqlLiterals.Empty) else SqlLiterals.Empty
}

private[redaction] object SqlNames {
  def isName(token: SqlToken): Boolean = token.kind == SqlToken.Word || token.kind == SqlToken.Quoted

  /** Of a name with dots, the last part. */
  def of(token: SqlToken): String =
    if (!isName(token)) ""
    else token.text.substring(token.text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)

  /** The parts of a name with dots: a column, or a field and the column before it. */
  def parts(token: SqlToken): Seq[String] = token.text.toLowerCase(Locale.ROOT).split('.').toVector
}
