package io.headwater.plan

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.nodes._
import io.headwater.plan.relations._
import io.headwater.plan.vendor.delta._
import io.headwater.plan.vendor.hive.HiveWrites
import io.headwater.plan.vendor.hudi.HudiWrites
import io.headwater.plan.vendor.iceberg.{IcebergMaintenance, IcebergStatements, IcebergViews}
import io.headwater.plan.vendor.kafka.KafkaStreams
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.writes._

/** The one table of rules: the first that matches reads the node. To add a source or a command, add its file and its
  * line here. Where order matters, it says so.
  */
object Rules {

  private val own: Vector[Rule] = Vector(
    // columns
    Selecting.rule,
    Naming.rule,
    Joining.rule,
    Aggregating.rule,
    Combining.rule,
    Binning.rule,
    Merging.rule,
    Generating.rule,
    Passing.rule,
    Variables.rule,
    // sources; Delta's and Iceberg's own first, for Spark sees plain files and tables in them
    DeltaReads.rule,
    DeltaFeeds.rule,
    IcebergMaintenance.rule,
    Files.rule,
    HiveTables.rule,
    KafkaStreams.rule,
    TablesV2.rule,
    RemoteRelations.rule,
    Local.rule,
    Cached.rule,
    RddFrames.rule,
    Streams.rule,
    StreamingQueries.rule,
    Cursors.rule,
    // sinks
    InsertIntoFiles.rule,
    CreateTableAsSelect.rule,
    CreateTable.rule,
    CreateView.rule,
    CreateMetricView.rule,
    DeltaChanges.rule,
    DeltaClones.rule,
    DeltaSaves.rule,
    DeltaMaintenance.rule,
    HudiWrites.rule,
    IcebergStatements.rule,
    IcebergViews.rule,
    RowLevelWrites.rule, // before the general V2 writes
    RowLevelCommands.rule,
    WriteToV2.rule,
    CreateTableV2.rule,
    ChangeTable.rule,
    ViewsV2.rule, // after those of the session's catalog
    ChangeTableV2.rule, // before Metadata, which goes by a command's name
    LoadData.rule,
    SaveIntoDataSource.rule, // after Delta's own
    HiveWrites.rule,
    WriteToStream.rule,
    Metadata.rule,
    // after all sources: relations of any other class
    Unnamed.rule,
    // last: opaque operators are matched by what they have in common
    Opaque.rule
  )

  /** `first`: rules of the Spark line that runs, for nodes that the oldest line does not have. */
  def apply(first: Seq[Rule]): LogicalPlan => Reading = {
    val all = (first ++ own).reduce(_ orElse _)
    plan => all.applyOrElse(plan, Unknown(_))
  }
}
