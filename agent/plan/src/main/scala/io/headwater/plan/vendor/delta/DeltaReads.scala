package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.LogicalRDD
import org.apache.spark.sql.execution.datasources.{FileIndex, HadoopFsRelation, LogicalRelation}

import io.headwater.model.Dataset
import io.headwater.plan.naming.Schemas
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.DeltaTables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.{Accessors, ClassNames}

/** Reads of Delta tables, which Delta hands to Spark as files with an index of its own; and Delta's reads of its own
  * log, which are nobody's data.
  */
object DeltaReads {
  private val deltaPackage = "org.apache.spark.sql.delta."

  /** Columns of what Delta keeps of a snapshot in memory: the rows of its log, the list of its files, or the files that a
    * stream begins with.
    */
  private val logColumns = Vector(
    Set("txn", "add", "remove", "metaData", "protocol"),
    Set("path", "partitionValues", "size", "modificationTime", "dataChange"),
    Set("version", "index", "add", "remove")
  )

  /** Indexes of what a change feed is put together of; the feed itself is what a query reads, see [[DeltaFeeds]]. */
  private val changeFeedIndexes =
    Vector("CdcAddFileIndex", "TahoeChangeFileIndex", "TahoeRemoveFileIndex").map(s"${deltaPackage}files." + _)

  val rule: Rule = {
    case DeltaRelation(relation, index) if !relation.isStreaming && changeFeedIndexes.exists(ClassNames.isA(index, _)) =>
      NodeLineage.leaf(_.generated(relation.output))
    case DeltaRelation(relation, index) =>
      NodeLineage.leaf(context => context.source(dataset(relation, index, context.session), relation.output))
    case log: LogicalRelation if readsLog(log) => NodeLineage.leaf(_.generated(log.output))
    case log: LogicalRDD if logColumns.exists(_.subsetOf(log.output.map(_.name).toSet)) =>
      NodeLineage.leaf(_.generated(log.output))
  }

  /** The version is that of the snapshot which the query was analysed with. */
  def dataset(relation: LogicalRelation, index: AnyRef, session: SessionContext): Dataset = {
    val found = new Accessors(index)
    DeltaTables.of(relation.catalogTable, found.value[Path]("path"), session)
      .copy(schema = Schemas.fields(relation.output), version = version(index))
  }

  private def version(index: AnyRef): Option[String] =
    if (!ClassNames.isA(index, s"${deltaPackage}files.TahoeLogFileIndex")) None
    else {
      val snapshot = new Accessors(index).value[AnyRef]("snapshotAtAnalysis")
      Some(new Accessors(snapshot).value[Long]("version").toString)
    }

  private def readsLog(relation: LogicalRelation): Boolean = location(relation).exists { index =>
    ClassNames.isA(index, s"${deltaPackage}DeltaLogFileIndex")
  }

  private def location(relation: LogicalRelation): Option[FileIndex] = relation.relation match {
    case files: HadoopFsRelation => Some(files.location)
    case _ => None
  }

  /** A relation of a Delta table's files, with Delta's index of them. */
  object DeltaRelation {
    def unapply(relation: LogicalRelation): Option[(LogicalRelation, AnyRef)] =
      location(relation).filter(ClassNames.isA(_, s"${deltaPackage}files.TahoeFileIndex")).map(relation -> _)
  }
}
