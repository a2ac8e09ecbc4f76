package io.headwater.plan.writes

import java.net.URI

import org.apache.spark.sql.catalyst.TableIdentifier

import io.headwater.model.Field
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.session.{CatalogEntry, SeenTable}
import io.headwater.plan.walk.RuleContext

/** Tables of the session catalog that no plan has shown, and of which a statement has the name only. Only for these the
  * catalog is called. It may answer after the statement has run, and after later statements.
  */
private[plan] object ExistingTables {

  /** Whether there was a table before the statement. If the catalog does not answer, there may have been one.
    *
    * @param made
    *   the `createTime` of the table that the statement creates, if the plan has it; otherwise the start of the statement
    *   decides
    */
  def existed(context: RuleContext, name: TableIdentifier, made: Option[Long] = None): Boolean = {
    val (isAnswered, older) = findOlder(context, name, made)
    if (!isAnswered) context.gap("sink", UnseenTables.unknownExistence)
    !isAnswered || older.nonEmpty
  }

  /** The table or view that was there before the statement, as far as it is known. */
  def findOlder(context: RuleContext, name: TableIdentifier): Option[SeenTable] =
    findOlder(context, name, None)._2

  /** The same, after whether it is known. The catalog may have the table that the statement has created. */
  private def findOlder(
      context: RuleContext,
      name: TableIdentifier,
      made: Option[Long]
  ): (Boolean, Option[SeenTable]) = context.session.tables(name) match {
    case Some(table) => (true, Some(table))
    case None =>
      val since = made.orElse(context.session.started.map(_.toEpochMilli))
      val answer = context.session.tableInCatalog(name)
      val older = answer.flatten.filter(entry => since.exists(isOlder(entry, _))).map(_.table)
      older.foreach(context.session.tables.remember(name, _))
      (answer.nonEmpty, older)
  }

  /** Runs `remember` if a statement with `IF NOT EXISTS`, which has succeeded, has created its table or view. If there was one
    * before, that one is remembered. The catalog decides; without its answer nothing is known.
    */
  def ifCreated(context: RuleContext, name: TableIdentifier)(remember: => Unit): Unit =
    if (context.session.started.nonEmpty) {
      val (isAnswered, older) = findOlder(context, name, None)
      if (isAnswered && older.isEmpty) remember
    }

  /** The table or view that a statement needs. A table that is newer than the statement is another one. */
  def find(context: RuleContext, name: TableIdentifier): Option[SeenTable] =
    context.session.tables(name).orElse {
      val found = inCatalog(context, name)
      found.foreach(context.session.tables.remember(name, _))
      found
    }

  /** The table before a rename. If the statement has run already, the catalog has the new name, and perhaps another table by
    * the old one. It may also run between two calls of the catalog, so the new name is looked up again.
    */
  def findRenamed(context: RuleContext, from: TableIdentifier, to: TableIdentifier): Option[SeenTable] = {
    val tables = context.session.tables
    def renamed = inCatalog(context, to).map { table =>
      val before = new Tables(context.session).beforeRename(from, to, table)
      tables.remember(from, before)
      context.afterFailure(tables.forget(from))
      before
    }
    tables(from).orElse(renamed).orElse(find(context, from)).orElse(renamed)
  }

  /** Where a table lies that a statement replaces without a location. Whether the catalog answers before or after the
    * statement makes no difference: the table stays where it is.
    */
  def location(context: RuleContext, name: TableIdentifier): Option[URI] =
    context.session.tables(name).orElse(context.session.tableInCatalog(name).flatten.map(_.table))
      .flatMap(_.location)

  private def inCatalog(context: RuleContext, name: TableIdentifier): Option[SeenTable] =
    context.session.tableInCatalog(name).flatten.filter(entry =>
      context.session.started.forall(start => entry.createTime <= start.toEpochMilli)
    ).map(_.table)

  /** Whether the catalog has a table that is no older than the statement. */
  def isNew(context: RuleContext, name: TableIdentifier): Boolean =
    context.session.started.exists(start =>
      context.session.tableInCatalog(name).flatten.exists(!isOlder(_, start.toEpochMilli))
    )

  /** Hive keeps the time of a table in seconds. */
  private def isOlder(entry: CatalogEntry, time: Long): Boolean = {
    val precision = if (entry.createTime % second == 0) second else 1L
    entry.createTime < time / precision * precision
  }

  /** The columns of a table that a statement without columns has created: those of the files at its location. */
  def columns(context: RuleContext, name: TableIdentifier): Vector[Field] = {
    val found = context.session.tableInCatalog(name).flatten.map(_.table)
    found.foreach(context.session.tables.remember(name, _))
    found.fold(Vector.empty[Field])(table => Schemas.fields(table.schema))
  }

  private val second = 1000L
}
