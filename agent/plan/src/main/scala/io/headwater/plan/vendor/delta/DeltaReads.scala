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

/** Reads of Delta tables, which appear as files with Delta's own file index, and Delta's reads of its log,
  * which are no user data.
  */
object DeltaReads {
  private val deltaPackage = "org.apache.spark.sql.delta."

  /** The package of Delta, and that of Databricks' own Delta. */
  private[delta] val packages = Vector(deltaPackage, "com.databricks.sql.transaction.tahoe.")

  /** The columns of Delta's internal DataFrames of a snapshot: the actions of its log, the list of its
    * files, or the files that a stream starts with.
    */
  private val logColumns = Vector(
    Set("txn", "add", "remove", "metaData", "protocol"),
    Set("path", "partitionValues", "size", "modificationTime", "dataChange"),
    Set("version", "index", "add", "remove")
  )

  /** The file indexes that a change data feed consists of. The feed itself is the relation of the query,
    * see [[DeltaChangeFeeds]].
    */
  private val changeFeedIndexes =
    Vector("CdcAddFileIndex", "TahoeChangeFileIndex", "TahoeRemoveFileIndex")
      .map(s"${deltaPackage}files." + _)

  val rule: Rule = {
    case DeltaRelation(relation, index)
        if !relation.isStreaming && changeFeedIndexes.exists(ClassNames.isA(index, _)) =>
      NodeLineage.leaf(_.generated(relation.output))
    case DeltaRelation(relation, index) =>
      NodeLineage.leaf(context => context.source(dataset(relation, index, context.session), relation.output))
    case log: LogicalRelation if readsLog(log) => NodeLineage.leaf(_.generated(log.output))
    case log: LogicalRDD if logColumns.exists(_.subsetOf(log.output.map(_.name).toSet)) =>
      NodeLineage.leaf(_.generated(log.output))
  }

  /** The dataset of a relation, with the version that the query reads, if it is known. */
  def dataset(relation: LogicalRelation, index: AnyRef, session: SessionContext): Dataset = {
    val accessors = new Accessors(index)
    DeltaTables.of(relation.catalogTable, accessors.value[Path]("path"), session)
      .copy(schema = Schemas.fields(relation.output), version = version(index, session))
  }

  /** The version of the snapshot at the analysis of the query. A DataFrame that is older than the latest commit reads a later
    * snapshot when it runs, and a stream reads the latest one in each batch, unless they ask for a version. Which one that
    * is, is not known here.
    */
  private def version(index: AnyRef, session: SessionContext): Option[String] =
    if (!ClassNames.isA(index, s"${deltaPackage}files.TahoeLogFileIndex")) None
    else {
      val files = new Accessors(index)
      val analysed = versionOf(files.value[AnyRef]("snapshotAtAnalysis"))
      def latest = new Accessors(files.value[AnyRef]("deltaLog")).ifPresent[AnyRef]("unsafeVolatileSnapshot")
      def isLatest = session.streamingQueryId.isEmpty && latest.forall(versionOf(_) == analysed)
      if (files.value[Boolean]("isTimeTravelQuery") || isLatest) Some(analysed.toString)
      else None
    }

  private def versionOf(snapshot: AnyRef): Long = new Accessors(snapshot).value[Long]("version")

  private def readsLog(relation: LogicalRelation): Boolean = location(relation).exists { index =>
    ClassNames.isA(index, s"${deltaPackage}DeltaLogFileIndex")
  }

  private def location(relation: LogicalRelation): Option[FileIndex] = relation.relation match {
    case files: HadoopFsRelation => Some(files.location)
    case _ => None
  }

  /** Extracts the table that a command changes, as [[DeltaRelation]], also if it is one of Databricks' own Delta. */
  private[delta] object Target {
    def unapply(relation: LogicalRelation): Option[(LogicalRelation, AnyRef)] =
      location(relation).filter(at => packages.exists(p => ClassNames.isA(at, s"${p}files.TahoeFileIndex")))
        .map(relation -> _)
  }

  /** Extracts a relation over the files of a Delta table, and its file index. */
  object DeltaRelation {
    def unapply(relation: LogicalRelation): Option[(LogicalRelation, AnyRef)] =
      location(relation).filter(ClassNames.isA(_, s"${deltaPackage}files.TahoeFileIndex")).map(relation -> _)
  }
}
