package io.headwater.plan.vendor.delta

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.LogicalRDD
import org.apache.spark.sql.execution.datasources.{FileIndex, HadoopFsRelation, LogicalRelation}

import io.headwater.model.Dataset
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.naming.Schemas
import io.headwater.plan.relations.ChangeFeed
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Reads of Delta tables, which appear as files with Delta's own file index, and Delta's reads of its log,
  * which are no user data.
  */
object DeltaReads {

  /** The columns of Delta's internal DataFrames of a snapshot: the actions of its log, the list of its
    * files, or the files that a stream starts with.
    */
  private val logColumns = Vector(
    Set("txn", "add", "remove", "metaData", "protocol"),
    Set("path", "partitionValues", "size", "modificationTime", "dataChange"),
    Set("version", "index", "add", "remove")
  )

  /** The file indexes that a change data feed consists of. The feed itself is the relation of the query, see
    * [[DeltaChangeFeeds]]; in a batch of a stream there is no other relation.
    */
  private val changeFeedIndexes =
    Vector("CdcAddFileIndex", "TahoeChangeFileIndex", "TahoeRemoveFileIndex")
      .map("files." + _)

  val rule: Rule = {
    case DeltaRelation(relation, index) if changeFeedIndexes.exists(DeltaClasses.isA(index, _)) =>
      NodeLineage.leaf(context =>
        if (!relation.isStreaming) context.generated(relation.output)
        else
          ChangeFeed.ofChanges
            .source(context, dataset(relation, index, context.session), relation.output)
      )
    case DeltaRelation(relation, index) =>
      NodeLineage.leaf(context => context.source(dataset(relation, index, context.session), output(relation)))
    case log: LogicalRelation if readsLog(log) => NodeLineage.leaf(_.generated(log.output))
    case log: LogicalRDD if logColumns.exists(_.subsetOf(log.output.map(_.name).toSet)) =>
      NodeLineage.leaf(_.generated(log.output))
  }

  /** The dataset of a relation, with the version that the query reads, if it is known. */
  def dataset(relation: LogicalRelation, index: FileIndex, session: SessionContext): Dataset =
    DeltaTables.of(relation.catalogTable, index.rootPaths.head, session)
      .copy(schema = Schemas.fields(output(relation)), version = version(index, session))

  /** Delta before 2.4 stores the marker of metadata columns with a column that is the key of a `USING` join in Spark 3.3. */
  private def output(relation: LogicalRelation): Seq[Attribute] =
    MetadataColumn.unmarked(relation.output, relation.relation.schema)

  /** The version of the snapshot at the analysis of the query, if this Delta tells it. A DataFrame that is older than the
    * latest commit reads a later snapshot when it runs, and a stream reads the latest one in each batch, unless they ask for
    * a version. Which one that is, is not known here.
    */
  private def version(index: AnyRef, session: SessionContext): Option[String] =
    if (!DeltaClasses.isA(index, "files.TahoeLogFileIndex")) None
    else {
      val files = new Accessors(index)
      def isLatest(version: Long) = session.streamingQueryId.isEmpty &&
        files.ifPresent[AnyRef]("deltaLog").exists(log =>
          DeltaTables.newest(new Accessors(log)).map(versionOf).forall(_ == version)
        )
      files.ifPresent[AnyRef]("snapshotAtAnalysis").map(versionOf)
        .filter(v => files.ifPresent[Boolean]("isTimeTravelQuery").contains(true) || isLatest(v))
        .map(_.toString)
    }

  private def versionOf(snapshot: AnyRef): Long = new Accessors(snapshot).value[Long]("version")

  private def readsLog(relation: LogicalRelation): Boolean = location(relation).exists { index =>
    DeltaClasses.isA(index, "DeltaLogFileIndex")
  }

  private def location(relation: LogicalRelation): Option[FileIndex] = relation.relation match {
    case files: HadoopFsRelation => Some(files.location)
    case _ => None
  }

  /** Whether the plan reads files that a compaction rewrites: `OPTIMIZE`, or one that a write starts after its commit. */
  def ofCompaction(plan: LogicalPlan): Boolean = plan.exists {
    case DeltaRelation(_, index) => new Accessors(index).ifPresent[String]("actionType").contains("Optimize")
    case _ => false
  }

  /** Extracts a relation over the files of a Delta table, and its file index. */
  object DeltaRelation {
    def unapply(relation: LogicalRelation): Option[(LogicalRelation, FileIndex)] =
      location(relation).filter(DeltaClasses.isA(_, "files.TahoeFileIndex")).map(relation -> _)
  }
}
