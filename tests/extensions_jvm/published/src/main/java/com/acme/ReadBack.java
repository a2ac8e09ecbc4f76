package com.acme;

import io.openlineage.client.OpenLineage.ColumnLineageDatasetFacetFields;
import io.openlineage.client.OpenLineage.InputField;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.TransformationInfo;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageBuilder;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageContext;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.sql.ColumnMeta;
import io.openlineage.sql.DbTableMeta;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;

/** Reads what is known of a query's columns, and adds that every row depends on a column of a gate's. */
final class ReadBack implements ColumnLevelLineageVisitor {
  private static final Map<UUID, ReadBack> ALL = new ConcurrentHashMap<>();
  String text = "";

  static ReadBack of(OpenLineageContext context) {
    return ALL.computeIfAbsent(context.getRunUuid(), id -> new ReadBack());
  }

  @Override
  public void collectInputs(ColumnLevelLineageContext context, LogicalPlan node) {
    ColumnLevelLineageBuilder builder = context.getBuilder();
    if (!(node instanceof InsertIntoHadoopFsRelationCommand) || !text.isEmpty()) return;
    TreeSet<String> inputs = new TreeSet<>();
    builder.getInputs().values().forEach(all -> all.forEach(i -> inputs.add(i.getFieldName())));
    text = inputs + " " + fields(builder.buildFields(true)) + " " + builder.hasOutputs() + " "
        + builder.getOutputExprIdByFieldName("secret").isPresent() + " "
        + builder.getOutputExprIdByFieldName("absent").isPresent() + " " + mapped(builder);
  }

  private static String fields(ColumnLineageDatasetFacetFields fields) {
    TreeSet<String> found = new TreeSet<>();
    fields.getAdditionalProperties().forEach((name, from) -> {
      for (InputField i : from.getInputFields())
        found.add(name + " from " + i.getField() + " " + i.getTransformations().get(0).getSubtype());
    });
    return found.toString();
  }

  private static boolean mapped(ColumnLevelLineageBuilder builder) {
    ExprId id = NamedExpression.newExprId();
    builder.addExternalMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c"), id);
    return id.equals(builder.getMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c")));
  }

  @Override
  public void collectOutputs(ColumnLevelLineageContext context, LogicalPlan node) {}

  @Override
  public void collectExpressionDependencies(ColumnLevelLineageContext context, LogicalPlan node) {
    if (!(node instanceof InsertIntoHadoopFsRelationCommand)) return;
    ExprId gate = NamedExpression.newExprId();
    ExprId open = NamedExpression.newExprId();
    context.getBuilder().addInput(open, new DatasetIdentifier("gate", "acme://java"), "open");
    context.getBuilder().addDatasetDependency(gate, "open > 0");
    context.getBuilder()
        .addDependency(gate, open, "open > 0", TransformationInfo.indirect(TransformationInfo.Subtypes.FILTER));
  }
}
