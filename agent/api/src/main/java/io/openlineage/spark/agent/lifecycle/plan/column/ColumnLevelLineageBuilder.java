package io.openlineage.spark.agent.lifecycle.plan.column;

import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.ColumnLineageDatasetFacetFields;
import io.openlineage.client.OpenLineage.ColumnLineageDatasetFacetFieldsBuilder;
import io.openlineage.client.OpenLineage.InputField;
import io.openlineage.client.OpenLineage.SchemaDatasetFacet;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.TransformationInfo;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.sql.ColumnMeta;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/**
 * Collects the column lineage that each {@link ColumnLevelLineageVisitor} adds. Attributes are identified by their
 * {@code ExprId}.
 */
public class ColumnLevelLineageBuilder {
  private final SchemaDatasetFacet schema;
  private final OpenLineageContext context;
  private final Map<ExprId, Set<Input>> inputs = new HashMap<>();
  private final Map<String, ExprId> outputs = new LinkedHashMap<>();
  private final Dependencies dependencies = new Dependencies(inputs);
  private final List<DatasetDependency> datasetDependencies = new ArrayList<>();
  private final Map<ColumnMeta, ExprId> external = new HashMap<>();

  /** @param schema the schema of the output; if it has no fields, every output field is accepted */
  public ColumnLevelLineageBuilder(SchemaDatasetFacet schema, OpenLineageContext context) {
    if (schema == null) throw new NullPointerException("schema is null");
    if (context == null) throw new NullPointerException("context is null");
    this.schema = schema;
    this.context = context;
  }

  /** Called before each read access: a subclass may add more lineage here. */
  protected void beforeReading() {}

  /** Adds the dataset column of an attribute. */
  public void addInput(ExprId exprId, DatasetIdentifier dataset, String attributeName) {
    inputs.computeIfAbsent(exprId, e -> new LinkedHashSet<>()).add(new Input(dataset, attributeName));
  }

  /** Adds the name under which an attribute is written. */
  public void addOutput(ExprId exprId, String attributeName) {
    if (isWritten(attributeName)) outputs.put(attributeName, exprId);
  }

  /** Adds that one attribute is a copy of another. */
  public void addDependency(ExprId outputExprId, ExprId inputExprId, String description) {
    addDependency(outputExprId, inputExprId, description, TransformationInfo.identity());
  }

  public void addDependency(
      ExprId outputExprId, ExprId inputExprId, String description, TransformationInfo transformation) {
    if (!outputExprId.equals(inputExprId))
      dependencies.add(outputExprId, inputExprId, description, transformation);
  }

  /** Adds an expression that all rows depend on. Its inputs are added with {@link #addDependency}. */
  public void addDatasetDependency(ExprId exprId, String outputExpression) {
    datasetDependencies.add(new DatasetDependency(exprId, outputExpression));
  }

  /** Assigns an id to a column of SQL text, which has no attribute. The first id is kept. */
  public void addExternalMapping(ColumnMeta column, ExprId exprId) {
    external.putIfAbsent(column, exprId);
  }

  /** Null if the column has no id. */
  public ExprId getMapping(ColumnMeta column) {
    return external.get(column);
  }

  public boolean hasOutputs() {
    beforeReading();
    return !outputs.isEmpty();
  }

  public Map<ExprId, Set<Input>> getInputs() {
    beforeReading();
    return inputs;
  }

  public Optional<ExprId> getOutputExprIdByFieldName(String field) {
    beforeReading();
    return Optional.ofNullable(outputs.get(field));
  }

  /** The description of the expression of an attribute, if it was added. */
  public Optional<String> getOutputExpressionByExprId(ExprId exprId) {
    beforeReading();
    return dependencies.description(exprId);
  }

  /**
   * The lineage of every field that has inputs.
   *
   * @param datasetLineageEnabled whether dataset dependencies are left out of the fields
   */
  public ColumnLineageDatasetFacetFields buildFields(boolean datasetLineageEnabled) {
    beforeReading();
    List<TransformedInput> repeated =
        datasetLineageEnabled ? Collections.emptyList() : datasetInputs();
    ColumnLineageDatasetFacetFieldsBuilder fields = ol().newColumnLineageDatasetFacetFieldsBuilder();
    for (Map.Entry<String, ExprId> output : outputs.entrySet()) {
      Set<TransformedInput> all = new LinkedHashSet<>(dependencies.of(output.getValue()));
      all.addAll(repeated);
      if (!all.isEmpty())
        fields.put(
            output.getKey(),
            ol().newColumnLineageDatasetFacetFieldsAdditionalBuilder().inputFields(inputFields(all)).build());
    }
    return fields.build();
  }

  /** The inputs that all rows depend on; empty if they are part of the fields, or if there are none. */
  public Optional<List<InputField>> buildDatasetDependencies(boolean datasetLineageEnabled) {
    beforeReading();
    List<InputField> all = inputFields(new LinkedHashSet<>(datasetInputs()));
    return datasetLineageEnabled && !all.isEmpty() ? Optional.of(all) : Optional.empty();
  }

  @Override
  public String toString() {
    return "inputs: " + inputs + ", outputs: " + outputs + ", " + dependencies + ", of the dataset: " + datasetDependencies;
  }

  private boolean isWritten(String name) {
    return schema.getFields() == null || schema.getFields().isEmpty()
        || schema.getFields().stream().anyMatch(f -> name.equals(f.getName()));
  }

  private List<TransformedInput> datasetInputs() {
    List<TransformedInput> all = new ArrayList<>();
    for (DatasetDependency d : datasetDependencies) all.addAll(dependencies.of(d.getExprId()));
    return all;
  }

  /** One entry for each source column, with all its transformations. */
  private List<InputField> inputFields(Set<TransformedInput> all) {
    Map<Input, List<OpenLineage.InputFieldTransformations>> found = new LinkedHashMap<>();
    for (TransformedInput i : all)
      found
          .computeIfAbsent(i.getInput(), x -> new ArrayList<>())
          .add(i.getTransformationInfo().toInputFieldsTransformations());
    List<InputField> fields = new ArrayList<>();
    found.forEach(
        (input, transformations) ->
            fields.add(
                ol().newInputField(
                        input.getDatasetIdentifier().getNamespace(),
                        input.getDatasetIdentifier().getName(),
                        input.getFieldName(),
                        transformations)));
    return fields;
  }

  private OpenLineage ol() {
    return context.getOpenLineage();
  }
}
