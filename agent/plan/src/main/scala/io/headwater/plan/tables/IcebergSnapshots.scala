package io.headwater.plan.tables

import java.time.Instant
import java.util.{List => JavaList, Map => JavaMap, UUID}

import org.apache.spark.SparkEnv

import io.headwater.model.QueryTime
import io.headwater.util.Accessors

/** The snapshots of an Iceberg table at a time. The table in a plan changes with each commit, and the agent may read the
  * plan after later queries of the application have committed. What other applications have committed counts at any time,
  * because their clocks may differ. Nothing is read from the catalog, unless the program has changed the table without
  * writing rows: see [[IcebergCommits]].
  *
  * @param table
  *   the table in Iceberg's interface, or its metadata
  * @param at
  *   None for the newest snapshots
  * @param log
  *   the name of the log of current snapshots in `table`
  */
private[tables] final class IcebergSnapshots(table: AnyRef, at: Option[Instant], log: String = "history") {
  import IcebergSnapshots._
  private val accessors = new Accessors(table)

  /** The id of the snapshot that was current. */
  def current: Option[String] =
    Option(accessors.value[AnyRef]("currentSnapshot"))
      .flatMap(snapshot => if (isLater(snapshot)) before else Some(id(snapshot)))

  /** The id of the snapshot of a branch or tag. None if it was another one at that time. */
  def of(ref: String): Option[String] =
    for {
      refs <- accessors.ifPresent[JavaMap[String, AnyRef]]("refs") // not before Iceberg 1.1
      reference <- Option(refs.get(ref))
      snapshot <- snapshot(new Accessors(reference).value[java.lang.Long]("snapshotId"))
      if !isLater(snapshot)
    } yield id(snapshot)

  /** The id of the last snapshot that a streaming query has committed in this time: Iceberg notes the query in the snapshot.
    * A catalog may have given only the newest snapshots; those that are not in memory are not loaded.
    */
  def ofStream(query: UUID, time: QueryTime): Option[String] = {
    val metadata =
      new Accessors(new Accessors(accessors.value[AnyRef]("operations")).value[AnyRef]("current"))
    val own = metadata.field[JavaMap[java.lang.Long, AnyRef]]("snapshotsById").values.toArray.filter { s =>
      isOf(query, s) && !isAfter(s) && millis(s) >= time.start.toEpochMilli
    }
    own.sortBy(s => (millis(s), new Accessors(s).value[Long]("sequenceNumber"))).lastOption.map(id)
  }

  private def isOf(query: UUID, snapshot: AnyRef): Boolean =
    Option(summary(snapshot).get(streamKey)).contains(query.toString)

  private def snapshot(id: java.lang.Long): Option[AnyRef] =
    Option(table.getClass.getMethod("snapshot", java.lang.Long.TYPE).invoke(table, id))

  /** By the log of the table's current snapshots, the oldest first. */
  private def before: Option[String] =
    accessors.value[JavaList[AnyRef]](log).toArray.filterNot(isAfter).lastOption.map(id)

  private def isLater(snapshot: AnyRef): Boolean = isAfter(snapshot) && {
    val keys = summary(snapshot)
    applicationKeys.flatMap(key => Option(keys.get(key))).exists(ownApplication.contains(_))
  }

  private def isAfter(entry: AnyRef): Boolean =
    at.exists(millis(entry) > _.toEpochMilli)
}

private object IcebergSnapshots {
  private val applicationKeys = Vector("spark.app.id", "app-id")
  private val streamKey = "spark.sql.streaming.queryId"

  private def summary(snapshot: AnyRef): JavaMap[String, String] =
    new Accessors(snapshot).value[JavaMap[String, String]]("summary")

  private def millis(entry: AnyRef): Long = new Accessors(entry).value[Long]("timestampMillis")

  private def id(entry: AnyRef): String = new Accessors(entry).value[Long]("snapshotId").toString

  private def ownApplication: Option[String] =
    Option(SparkEnv.get).flatMap(_.conf.getOption("spark.app.id"))
}
