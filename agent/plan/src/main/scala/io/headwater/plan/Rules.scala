package io.headwater.plan

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.operators.{
  AggregateRules,
  BinByRule,
  GenerateRules,
  JoinRules,
  MergeRowsRule,
  MetadataCommands,
  OpaqueRules,
  PassThroughRules,
  ProjectRules,
  SetOperationRules,
  SetVariableRule,
  SubqueryAliasRules
}
import io.headwater.plan.relations.{
  ConnectorRelations,
  CursorRules,
  DataSourceV2Relations,
  FileRelations,
  InMemoryRelations,
  LocalRelations,
  LogicalRdds,
  MicroBatchSources,
  StreamingSources,
  UnknownRelations
}
import io.headwater.plan.vendor.delta.{
  DeltaChanges,
  DeltaClones,
  DeltaFeeds,
  DeltaMaintenance,
  DeltaReads,
  DeltaSaves
}
import io.headwater.plan.vendor.hive.HiveWrites
import io.headwater.plan.vendor.hudi.HudiWrites
import io.headwater.plan.vendor.iceberg.{IcebergMaintenance, IcebergStatements, IcebergViews}
import io.headwater.plan.vendor.kafka.KafkaStreams
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, UnknownNode}
import io.headwater.plan.writes.{
  CreateMetricView,
  CreateTable,
  CreateTableAsSelect,
  CreateTableV2,
  CreateView,
  InsertIntoFiles,
  LoadData,
  RowLevelCommands,
  RowLevelWrites,
  SaveIntoDataSource,
  TableCommands,
  TableCommandsV2,
  ViewsV2,
  WriteToStream,
  WriteToV2
}

/** The one table of rules: the first that matches reads the node. To add a source or a command, add its file and its
  * line here. Where order matters, it says so.
  */
object Rules {

  private val own: Vector[Rule] = Vector(
    // columns
    ProjectRules.rule,
    SubqueryAliasRules.rule,
    JoinRules.rule,
    AggregateRules.rule,
    SetOperationRules.rule,
    BinByRule.rule,
    MergeRowsRule.rule,
    GenerateRules.rule,
    PassThroughRules.rule,
    SetVariableRule.rule,
    // sources; Delta's and Iceberg's own first, for Spark sees plain files and tables in them
    DeltaReads.rule,
    DeltaFeeds.rule,
    IcebergMaintenance.rule,
    FileRelations.rule,
    KafkaStreams.rule,
    DataSourceV2Relations.rule,
    ConnectorRelations.rule,
    LocalRelations.rule,
    InMemoryRelations.rule,
    LogicalRdds.rule,
    MicroBatchSources.rule,
    StreamingSources.rule,
    CursorRules.rule,
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
    TableCommands.rule,
    ViewsV2.rule, // after those of the session's catalog
    TableCommandsV2.rule, // before Metadata, which goes by a command's name
    LoadData.rule,
    SaveIntoDataSource.rule, // after Delta's own
    HiveWrites.rule,
    WriteToStream.rule,
    MetadataCommands.rule,
    // after all sources: relations of any other class
    UnknownRelations.rule,
    // last: opaque operators are matched by what they have in common
    OpaqueRules.rule
  )

  /** `first`: rules of the Spark line that runs, for nodes that the oldest line does not have. */
  def apply(first: Seq[Rule]): LogicalPlan => NodeLineage = {
    val all = (first ++ own).reduce(_ orElse _)
    plan => all.applyOrElse(plan, UnknownNode(_))
  }
}
