package io.headwater.shell.sqlmetrics

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2ScanExecBase, DataSourceV2ScanRelation}
import org.apache.spark.sql.execution.joins.CartesianProductExec

import io.headwater.model.{Dataset, Reads, Statistics}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.relations.FileLocations
import io.headwater.plan.vendor.iceberg.IcebergReports
import io.headwater.util.{Attempts, ClassNames}

/** The metrics of the scans in a physical plan, after partitions and files were pruned. A dataset has no metrics if
  * it is also read in another way (a cache, an RDD), or if one scan reads several datasets.
  *
  * @param sources
  *   the datasets of a plan as the walk names them
  */
final class ScanMetrics(sources: LogicalPlan => Vector[Dataset], stages: StageMetrics) {
  import ScanMetrics._

  def of(nodes: Vector[SparkPlan]): Reads = {
    val below = nodes.filter(readsAgain).flatMap(PhysicalPlan.nodes(_))
    nodes.iterator.filter(n => PhysicalPlan.isLeaf(n) && !hasNoDataset(n))
      .map(n => leaf(n, isWhole = !below.exists(_ eq n)))
      .foldLeft(Reads.none)(_ + _)
  }

  /** @param isWhole
    *   whether the stages show all rows that the node has read
    */
  private def leaf(node: SparkPlan, isWhole: Boolean): Reads = node.logicalLink match {
    case None | Some(_: Command) => Reads.none
    case Some(link) =>
      val leaves = link.collectLeaves()
      val datasets = leaves.flatMap(sources(_)).toVector
      val counted = (leaves, datasets) match {
        case (Seq(relation), Vector(one))
            if isWhole && isScan(node) && hasTableColumns(relation) && one.wholeRows &&
              (one.schema.nonEmpty || FileLocations.isSample(relation)) =>
          statistics(node, stages)
        case _ => Statistics.none
      }
      Reads(datasets.map(_.id -> counted).toMap)
  }
}

private object ScanMetrics {

  /** Delta removes deleted rows after the scan by this column; so the scan counts them, too. */
  private val deletedRowColumn = "__delta_internal_is_row_deleted"

  def isScan(node: SparkPlan): Boolean = node match {
    case _: DataSourceScanExec | _: DataSourceV2ScanExecBase => true
    case other => ClassNames.simple(other) == "HiveTableScanExec" // private to the Hive module of Spark
  }

  def hasNoDataset(node: SparkPlan): Boolean = node match {
    case _: LocalTableScanExec | _: RangeExec => true
    case other => spark4Nodes(ClassNames.simple(other))
  }

  /** Whether the rows below the node are read more or less than once. The default index of the pandas API counts them in a
    * job of its own, and may keep some of them; a product of two sides reads each side for each partition of the other.
    */
  def readsAgain(node: SparkPlan): Boolean =
    node.isInstanceOf[CartesianProductExec] || ClassNames.simple(node) == "AttachDistributedSequenceExec"

  /** Nodes that exist since Spark 4. */
  private val spark4Nodes = Set("EmptyRelationExec", "OneRowRelationExec")

  /** False if the source does an aggregation or a join itself: its columns are then not those of the table. */
  def hasTableColumns(relation: LogicalPlan): Boolean = relation match {
    case scan: DataSourceV2ScanRelation =>
      val own = scan.relation.output.map(_.exprId).toSet
      scan.output.forall(a => own(a.exprId) || MetadataColumn.is(a))
    case _ => true
  }

  /** Bytes and files are those of the planned scan, by the metric names of Spark's file sources and of Iceberg. There
    * are none if no rows were counted.
    */
  def statistics(scan: SparkPlan, stages: StageMetrics): Statistics =
    scan.metrics.get("numOutputRows").flatMap(stages(_)).fold(Statistics.none) { rows =>
      val metrics = new NodeMetrics(scan.metrics)
      val statistics = Statistics(
        Some(rows).filterNot(_ => scan.output.exists(_.name == deletedRowColumn)),
        metrics.positive("filesSize", "totalDataFileSize"),
        metrics.positive("numFiles", "resultDataFiles")
      )
      scan match {
        case v2: DataSourceV2ScanExecBase => // without a report there are still counts
          statistics.copy(report = Attempts.caught(IcebergReports.ofScan(v2.scan)).toOption.flatten)
        case _ => statistics
      }
    }
}
