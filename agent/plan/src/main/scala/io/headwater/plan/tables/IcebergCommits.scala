package io.headwater.plan.tables

import org.apache.spark.sql.connector.catalog.Table

import io.headwater.model.QueryTime
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Accessors, Attempts}

/** The snapshot of an Iceberg table once a query has ended. */
private[tables] object IcebergCommits {

  /** After a write. Iceberg has read the metadata of its own commit, so nothing is read here. */
  def afterWrite(sparkTable: Table, session: SessionContext, time: QueryTime): Option[String] =
    session.streamingQueryId match {
      case Some(query) => new IcebergSnapshots(iceberg(sparkTable), Some(time.end)).ofStream(query, time)
      case None => atEnd(new Accessors(sparkTable), iceberg(sparkTable), "history", session, time)
    }

  /** After a change of the table that makes no snapshot, such as `ALTER TABLE`. Iceberg has not read the metadata of that
    * commit, and would read it, from catalog and storage, if it was asked for anything; the program's threads use the same
    * object meanwhile. So this is what the object has in memory: the snapshot is still the current one.
    */
  def afterChange(sparkTable: Table, session: SessionContext, time: QueryTime): Option[String] =
    inMemory(iceberg(sparkTable)).flatMap(atEnd(new Accessors(sparkTable), _, "snapshotLog", session, time))

  private def iceberg(sparkTable: Table): AnyRef = new Accessors(sparkTable).value[AnyRef]("table")

  /** The metadata that a table holds; None if it holds none, or in another place than any known version of Iceberg. */
  private def inMemory(iceberg: AnyRef): Option[AnyRef] =
    Attempts.caught(new Accessors(iceberg).value[AnyRef]("operations")).toOption.flatMap { operations =>
      Iterator("currentMetadata", "current") // of catalogs with a metastore or a folder, and of REST catalogs
        .map(name => Attempts.caught(Option(new Accessors(operations).field[AnyRef](name))).toOption.flatten)
        .collectFirst { case Some(metadata) => metadata }
    }

  /** @param table
    *   the table in Iceberg's interface, or its metadata
    * @param log
    *   the name of its log of current snapshots
    */
  private def atEnd(
      sparkTable: Accessors,
      table: AnyRef,
      log: String,
      session: SessionContext,
      time: QueryTime
  ): Option[String] = {
    val snapshots = new IcebergSnapshots(table, Some(time.end), log)
    WriteAuditPublish.of(table, session).committed(branch(sparkTable), snapshots)
  }

  /** The snapshot that a table in a plan is fixed to. Iceberg before 1.1 has no accessor for it. */
  def snapshotId(sparkTable: Accessors): Option[java.lang.Long] = selected(sparkTable, "snapshotId")

  /** The branch that a table in a plan names. Iceberg 1.2 to 1.4 has no accessor for it; before that there is none. */
  def branch(sparkTable: Accessors): Option[String] = selected(sparkTable, "branch")

  private def selected[A](sparkTable: Accessors, name: String): Option[A] =
    sparkTable.ifPresent[A](name)
      .orElse(Attempts.nonFatal(sparkTable.field[A](name)).toOption)
      .flatMap(Option(_))
}
