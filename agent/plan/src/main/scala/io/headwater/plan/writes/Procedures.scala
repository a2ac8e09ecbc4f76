package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.RuleContext
import io.headwater.util.{Attempts, ClassNames}

/** `CALL` of a procedure of a table format. The others change no rows, or run queries, which have the lineage.
  *
  * @param ofRows
  *   the classes of the procedures that choose or delete rows of a table, their first argument, without a query that tells
  *   which; with the change of the table
  * @param ofFiles
  *   those of the procedures that give a table files or the rows of another table
  */
private[plan] final class Procedures(ofRows: Map[String, Option[Lifecycle]], ofFiles: Set[String]) {

  /** The table of the procedure is its output. If the procedure is one of files, there is a gap.
    *
    * @param table
    *   the identifier of a table by its name as it was written, and its dataset if that is known
    */
  def lineage(context: RuleContext, procedure: AnyRef, arguments: Seq[Expression])(
      table: Seq[String] => (Identifier, Option[Dataset])
  ): Scope = {
    val name = ClassNames.simple(procedure)
    def without(gap: Option[String]) = {
      gap.foreach(context.gap("sink", _))
      WriteLineage.noOutput(context)
    }
    ofRows.get(name) match {
      case Some(lifecycle) =>
        Procedures.firstName(arguments).map(table) match {
          case Some((identifier, dataset)) => UnseenTables.write(context, identifier, dataset, lifecycle)
          case None => without(Some(UnseenTables.unknownTable))
        }
      case None =>
        without(if (ofFiles(name)) Some(s"$name gives a table files that no query writes") else None)
    }
  }
}

private object Procedures {

  /** The parts of a name that is the first argument. */
  private def firstName(arguments: Seq[Expression]): Option[Seq[String]] = for {
    text <- arguments.headOption.collect { case Literal(value, _) if value != null => value.toString }
    parts <- Attempts.caught(CatalystSqlParser.parseMultipartIdentifier(text)).toOption
  } yield parts
}
