package com.databricks.sql.transaction.tahoe.files

import org.apache.hadoop.fs.Path

import io.headwater.plan.EmptyFileIndex

/** Look-alikes of the file indexes of Delta tables on Databricks. Nothing reads their files. */
abstract class TahoeFileIndex(val path: Path) extends EmptyFileIndex(path)

final case class Snapshot(version: Long)

final case class DeltaLog(unsafeVolatileSnapshot: Snapshot)

final class TahoeLogFileIndex(
    path: Path,
    val snapshotAtAnalysis: Snapshot,
    val isTimeTravelQuery: Boolean,
    val deltaLog: AnyRef = DeltaLog(Snapshot(4))
) extends TahoeFileIndex(path)

/** That of Delta before 2.2, whose log has another name for the newest snapshot. */
final case class OldDeltaLog(snapshot: Snapshot)

/** The files of a batch of a stream of changes. */
final class CdcAddFileIndex(path: Path) extends TahoeFileIndex(path)

final class TahoeBatchFileIndex(path: Path, val actionType: String) extends TahoeFileIndex(path)

/** One of which nothing but the table's path is known. */
final class PreparedDeltaFileIndex(path: Path) extends TahoeFileIndex(path)
