package io.headwater.shell.metrics

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2ScanExecBase, DataSourceV2ScanRelation}

import io.headwater.model.{Dataset, Reads, Statistics}
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.vendor.iceberg.IcebergReports

/** What Spark counted as a query read: the metrics of the scans in its physical plan, after partitions and files were
  * pruned. `name` tells the datasets of a plan as the walk does. A dataset that is read by other ways, too (a cache, an
  * RDD), is not counted, nor is one of several that one scan reads.
  */
final class ScanMetrics(name: LogicalPlan => Vector[Dataset], ran: StageMetrics) {
  import ScanMetrics._

  def in(nodes: Vector[SparkPlan]): Reads =
    nodes.iterator.filter(n => PhysicalPlan.isLeaf(n) && !isDataless(n)).map(leaf).foldLeft(Reads.none)(_.merge(
      _
    ))

  private def leaf(node: SparkPlan): Reads = node.logicalLink match {
    case None | Some(_: Command) => Reads.none
    case Some(link) =>
      val leaves = link.collectLeaves()
      val read = leaves.flatMap(name(_)).toVector
      val counted = (leaves, read) match {
        case (Seq(relation), Vector(one)) if isScan(node) && givesRows(relation) && one.schema.nonEmpty =>
          count(node, ran)
        case _ => Statistics.none
      }
      Reads(read.map(_.id -> counted).toMap)
  }
}

private object ScanMetrics {

  /** The name of the column by which Delta leaves out rows of a file: its scan gives those as well. */
  private val deleted = "__delta_internal_is_row_deleted"

  def isScan(node: SparkPlan): Boolean = node match {
    case _: DataSourceScanExec | _: DataSourceV2ScanExecBase => true
    case other => other.getClass.getSimpleName == "HiveTableScanExec" // private to Spark's Hive module
  }

  def isDataless(node: SparkPlan): Boolean = node match {
    case _: LocalTableScanExec | _: RangeExec => true
    case other => newer(other.getClass.getSimpleName)
  }

  /** Of Spark 4. */
  private val newer = Set("EmptyRelationExec", "OneRowRelationExec")

  /** A source that groups or joins by itself gives other columns than its table has. */
  def givesRows(relation: LogicalPlan): Boolean = relation match {
    case scan: DataSourceV2ScanRelation =>
      val own = scan.relation.output.map(_.exprId).toSet
      scan.output.forall(a => own(a.exprId) || MetadataColumn(a))
    case _ => true
  }

  /** Bytes and files by the names that Spark's own files and Iceberg have for them: planned, and read if rows were. */
  def count(scan: SparkPlan, ran: StageMetrics): Statistics =
    scan.metrics.get("numOutputRows").flatMap(ran(_)).fold(Statistics.none) { rows =>
      val metrics = new NodeMetrics(scan.metrics)
      val statistics = Statistics(
        Some(rows).filterNot(_ => scan.output.exists(_.name == deleted)),
        metrics.some("filesSize", "totalDataFileSize"),
        metrics.some("numFiles", "resultDataFiles")
      )
      scan match {
        case v2: DataSourceV2ScanExecBase => statistics.copy(report = IcebergReports.ofScan(v2.scan))
        case _ => statistics
      }
    }
}
