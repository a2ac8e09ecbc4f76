package io.headwater.plan.tables

import java.time.Instant

import scala.util.Try

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.types.StructType

import io.headwater.model.QueryTime
import io.headwater.util.Accessors

/** A version of a Delta table. Nothing is read from storage.
  *
  * @param snapshot
  *   Delta's `Snapshot`
  */
final class DeltaSnapshot private[tables] (snapshot: AnyRef) {
  import DeltaSnapshot._
  private val accessors = new Accessors(snapshot)

  /** None if the table does not exist yet: Delta gives it the version -1. */
  val version: Option[String] = Some(accessors.value[Long]("version")).filter(_ >= 0).map(_.toString)

  def schema: StructType = metadata.value[StructType]("schema")

  def hasChangeFeed: Boolean =
    metadata.value[Map[String, String]]("configuration").get("delta.enableChangeDataFeed")
      .exists(_.trim.equalsIgnoreCase("true"))

  /** The id that Delta gives to a table when it is created. */
  def tableId: String = metadata.value[String]("id")

  /** When the table was created, by the clock of the driver that did it. */
  def creation: Option[Instant] =
    version.flatMap(_ => metadata.value[Option[Any]]("createdTime")).collect { case millis: Long =>
      Instant.ofEpochMilli(millis)
    }

  private def metadata = new Accessors(accessors.value[AnyRef]("metadata"))

  /** The columns that Delta computes if a write omits them, with their expressions in Spark's SQL. */
  def generatedColumns: Map[String, String] =
    schema.fields.filter(_.metadata.contains(expression)).map(f =>
      f.name -> f.metadata.getString(expression)
    ).toMap

  /** The version that a query has committed. If this one is later, it is the last one that was written to storage while
    * the query ran. If another query wrote to the table, too, it is the only one that was written in this time. A statement
    * that changes no row commits nothing.
    */
  def committed(time: QueryTime): Option[String] =
    if (version.isEmpty) None
    else if (!time.isExclusive) segment.onlyIn(time)
    else if (isLater(time)) segment.lastIn(time)
    else if (isEarlier(time)) None
    else version

  /** Whether the version was written to storage after the query had ended. A platform's own Delta may not tell. */
  def isLater(time: QueryTime): Boolean = written.exists(_ > time.end.toEpochMilli)

  /** Whether the version was written to storage before the query has started. */
  def isEarlier(time: QueryTime): Boolean = written.exists(_ <= time.start.toEpochMilli - second)

  private lazy val written: Option[Long] = Try(segment.lastCommit).toOption

  private lazy val segment = new LogSegment(new Accessors(accessors.value[AnyRef]("logSegment")))
}

object DeltaSnapshot {
  private val expression = "delta.generationExpression"

  /** Object stores keep the time of a file in seconds. */
  private val second = 1000L

  /** How far the clock of a storage that keeps milliseconds may differ from that of the driver. */
  private val skew = 100L

  /** The files of the log that a snapshot was made of. */
  private final class LogSegment(segment: Accessors) {

    /** When the last commit was written to storage. The name is another one since Delta 3. */
    def lastCommit: Long = segment.ifPresent[Long]("lastCommitFileModificationTimestamp")
      .getOrElse(segment.value[Long]("lastCommitTimestamp"))

    /** The last version that was written in a time. */
    def lastIn(time: QueryTime): Option[String] =
      versions(commits.filter(isIn(_, time, second))).lastOption.map(_.toString)

    /** The version that was written in a time, if it is the only one. The commits before a checkpoint are not known. */
    def onlyIn(time: QueryTime): Option[String] =
      if (commits.exists(isBefore(_, time, resolution)) || versions(commits).headOption.contains(0L))
        Some(versions(commits.filter(isIn(_, time, resolution)))).filter(_.size == 1).map(_.head.toString)
      else None

    private lazy val commits: Seq[FileStatus] = segment.value[Seq[FileStatus]]("deltas")

    private def versions(files: Seq[FileStatus]): Seq[Long] =
      files.map(_.getPath.getName.takeWhile(_.isDigit).toLong).sorted

    private def isIn(file: FileStatus, time: QueryTime, slack: Long): Boolean =
      file.getModificationTime <= time.end.toEpochMilli && !isBefore(file, time, slack)

    private def isBefore(file: FileStatus, time: QueryTime, slack: Long): Boolean =
      file.getModificationTime <= time.start.toEpochMilli - slack

    private lazy val resolution = if (commits.forall(_.getModificationTime % second == 0)) second else skew
  }
}
