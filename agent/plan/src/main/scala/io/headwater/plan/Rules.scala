package io.headwater.plan

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.operators.{
  AggregateRules,
  BinByRule,
  CteRules,
  GenerateRules,
  JoinRules,
  MergeRowsRule,
  MetadataCommands,
  OpaqueRules,
  PassThroughRules,
  ProjectRules,
  SetOperationRules,
  ViewRules
}
import io.headwater.plan.overrides.DeclaredFrames
import io.headwater.plan.relations.{
  ConnectorRelations,
  DataSourceV2Relations,
  FileRelations,
  InMemoryRelations,
  LocalRelations,
  LogicalRdds,
  MicroBatchSources,
  StreamingSources,
  ThirdPartyFileRelations,
  UnknownRelations
}
import io.headwater.plan.variables.{CursorRules, VariableRules}
import io.headwater.plan.vendor.delta.{
  DeltaChangeFeeds,
  DeltaChanges,
  DeltaCreateTable,
  DeltaDescriptions,
  DeltaMaintenance,
  DeltaReads,
  DeltaSaveAsTable,
  DeltaSaves,
  DeltaStreams
}
import io.headwater.plan.vendor.hive.HiveWrites
import io.headwater.plan.vendor.hudi.{HudiReads, HudiSaves, HudiTableCommands, HudiWrites}
import io.headwater.plan.vendor.iceberg.{
  IcebergMaintenance,
  IcebergRowChanges,
  IcebergStatements,
  IcebergViews
}
import io.headwater.plan.vendor.kafka.KafkaStreams
import io.headwater.plan.vendor.paimon.{PaimonProcedures, PaimonRowChanges, PaimonWrites}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, UnknownNode}
import io.headwater.plan.writes.{
  CreateMetricView,
  CreateTable,
  CreateTableAsSelect,
  CreateTableV2,
  CreateView,
  DatabaseCommands,
  InsertIntoFiles,
  LoadData,
  RowLevelCommands,
  RowLevelWrites,
  SaveIntoDataSource,
  TableCommands,
  TableCommandsV2,
  ThirdPartyFileWrites,
  ViewsV2,
  WriteToStream,
  WriteToV2
}

/** The table of rules. The first rule that matches a node reads it. To add a source or a command, add its file and a line
  * here. A comment marks each rule whose position matters.
  */
object Rules {

  private lazy val builtIn: Vector[Rule] = Vector(
    // columns
    ProjectRules.rule,
    ViewRules.rule, // before PassThroughRules, which have the other aliases
    CteRules.rule,
    JoinRules.rule,
    AggregateRules.rule,
    SetOperationRules.rule,
    BinByRule.rule,
    MergeRowsRule.rule,
    GenerateRules.rule,
    PassThroughRules.rule,
    VariableRules.rule, // before MetadataCommands, which match by class name
    CursorRules.rule,
    // sources; those of Delta and Iceberg first, because for Spark they are plain files and tables
    DeltaReads.rule,
    DeltaChangeFeeds.rule,
    DeltaDescriptions.rule, // before LocalRelations, which have the results of all other commands
    HudiReads.rule,
    IcebergMaintenance.rule,
    FileRelations.rule,
    KafkaStreams.rule,
    DataSourceV2Relations.rule,
    ThirdPartyFileRelations.rule,
    ConnectorRelations.rule,
    LocalRelations.rule,
    InMemoryRelations.rule,
    LogicalRdds.rule,
    MicroBatchSources.rule,
    StreamingSources.rule,
    // sinks
    InsertIntoFiles.rule,
    CreateTableAsSelect.rule,
    CreateTable.rule,
    CreateView.rule,
    CreateMetricView.rule,
    DeltaChanges.rule,
    DeltaCreateTable.rule,
    DeltaSaves.rule,
    DeltaSaveAsTable.rule, // before CreateTableV2
    DeltaMaintenance.rule,
    HudiWrites.rule,
    HudiSaves.rule,
    HudiTableCommands.rule,
    IcebergRowChanges.rule,
    IcebergStatements.rule,
    IcebergViews.rule,
    PaimonProcedures.rule,
    PaimonRowChanges.rule,
    PaimonWrites.rule, // before the general streams
    RowLevelWrites.rule, // before the general V2 writes
    RowLevelCommands.rule,
    WriteToV2.rule,
    CreateTableV2.rule,
    TableCommands.rule,
    ViewsV2.rule, // after TableCommands, which has the views of the session catalog
    DatabaseCommands.rule, // before MetadataCommands, which match by class name
    TableCommandsV2.rule, // before MetadataCommands, which match by class name
    LoadData.rule,
    ThirdPartyFileWrites.rule,
    SaveIntoDataSource.rule, // after DeltaSaves, PaimonWrites and ThirdPartyFileWrites
    HiveWrites.rule,
    DeltaStreams.rule, // before the general streams
    WriteToStream.rule,
    MetadataCommands.rule,
    // after all sources: relations of all other classes
    UnknownRelations.rule,
    // last: opaque operators are matched by their supertypes and names
    OpaqueRules.rule
  )

  /** The rules are loaded with the first plan: an application without queries does not need them.
    *
    * @param first
    *   rules for the running Spark version, for nodes that the oldest supported version does not have
    */
  def apply(first: => Seq[Rule]): LogicalPlan => NodeLineage = {
    lazy val all = (first ++ builtIn).reduce(_ orElse _)
    DeclaredFrames(all.applyOrElse(_, UnknownNode(_: LogicalPlan)))
  }
}
