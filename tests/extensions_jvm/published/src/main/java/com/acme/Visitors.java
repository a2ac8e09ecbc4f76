package com.acme;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageContext;
import io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageVisitor;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.QueryPlanVisitor;
import io.openlineage.spark.api.SparkDatasetBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.execution.datasources.LogicalRelation;

/** What is asked of plan nodes. */
final class Visitors {
  private Visitors() {}

  /** Files are a dataset of Acme's; defined by the type argument. */
  static final class Files extends QueryPlanVisitor<LogicalRelation, InputDataset> {
    Files(OpenLineageContext context) {
      super(context);
    }

    @Override
    public List<InputDataset> apply(LogicalPlan plan) {
      SparkDatasetBuilder<InputDataset> dataset =
          inputDataset().sparkDatasetBuilder().dataset("files", "acme://java").schema(plan.schema());
      dataset.getInner().getFacets().put("acme_visited", new Facets.Word(plan.nodeName()));
      dataset.getInner().getInputFacets().put("acme_read", new Facets.Word("read"));
      return Collections.singletonList(dataset.build());
    }
  }

  /** What is written to files, and the end of the job's name; of the folder "source", only the latter. */
  static final class Insert extends QueryPlanVisitor<InsertIntoHadoopFsRelationCommand, OutputDataset> {
    Insert(OpenLineageContext context) {
      super(context);
    }

    @Override
    public List<OutputDataset> apply(LogicalPlan plan) {
      String folder = ((InsertIntoHadoopFsRelationCommand) plan).outputPath().getName();
      if (folder.equals("source")) return Collections.emptyList();
      return Collections.singletonList(outputDataset().sparkDatasetBuilder().dataset(folder, "acme://java").build());
    }

    @Override
    public Optional<String> jobNameSuffix(InsertIntoHadoopFsRelationCommand plan) {
      return Optional.of("acme_" + plan.outputPath().getName());
    }
  }

  /** Says of a relation where it is written; for other visitors to delegate to, and for no relation that is read. */
  static final class Relations extends QueryPlanVisitor<LogicalRelation, OutputDataset> {
    Relations(OpenLineageContext context) {
      super(context);
    }

    @Override
    public List<OutputDataset> apply(LogicalPlan plan) {
      return Collections.singletonList(outputDataset().sparkDatasetBuilder().dataset("relation", "acme://java").build());
    }
  }

  /** Columns called {@code secret} come from a table that no plan shows. */
  static final class Columns implements ColumnLevelLineageVisitor {
    @Override
    public void collectInputs(ColumnLevelLineageContext context, LogicalPlan node) {
      scala.collection.Iterator<Attribute> output = node.output().iterator();
      while (output.hasNext()) {
        Attribute a = output.next();
        if (a.name().equals("secret"))
          context.getBuilder().addInput(a.exprId(), new DatasetIdentifier("vault", "acme://java"), "key");
      }
    }

    @Override
    public void collectOutputs(ColumnLevelLineageContext context, LogicalPlan node) {}

    @Override
    public void collectExpressionDependencies(ColumnLevelLineageContext context, LogicalPlan node) {}
  }
}
