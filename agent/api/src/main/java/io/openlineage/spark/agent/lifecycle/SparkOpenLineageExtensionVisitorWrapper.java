package io.openlineage.spark.agent.lifecycle;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.spark.api.SparkOpenLineageConfig;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.tuple.Pair;

/** Reads the lineage of objects that implement the lineage traits: plan nodes, relations and data sources. */
public final class SparkOpenLineageExtensionVisitorWrapper {
  private final Reader reader;

  /** Extensions use the instance of the run; a second one would load the classes of the libraries again. */
  public SparkOpenLineageExtensionVisitorWrapper(SparkOpenLineageConfig config) {
    throw new UnsupportedOperationException(
        "use the instance of the run: OpenLineageContext.getSparkExtensionVisitorWrapper()");
  }

  public SparkOpenLineageExtensionVisitorWrapper(Reader reader) {
    this.reader = reader;
  }

  public boolean isDefinedAt(Object object) {
    return reader.isDefinedAt(object);
  }

  /** The dataset of a data source with these options, or null. */
  public DatasetIdentifier getLineageDatasetIdentifier(
      Object provider, String sparkListenerEventName, Object sqlContext, Object parameters) {
    return reader.provider(provider, sparkListenerEventName, sqlContext, parameters).orElse(null);
  }

  /** The dataset of a relation or table, or null. */
  public DatasetIdentifier getLineageDatasetIdentifier(Object relation, String sparkListenerEventName) {
    return reader.relation(relation, sparkListenerEventName).orElse(null);
  }

  /** The inputs of a node, and the nodes that it delegates to. */
  public Pair<List<InputDataset>, List<Object>> getInputs(Object node, String sparkListenerEventName) {
    return reader.inputs(node, sparkListenerEventName);
  }

  /** The outputs of a node, and the nodes that it delegates to. */
  public Pair<List<OutputDataset>, List<Object>> getOutputs(Object node, String sparkListenerEventName) {
    return reader.outputs(node, sparkListenerEventName);
  }

  /** The implementation by the agent. */
  public interface Reader {
    boolean isDefinedAt(Object object);

    Optional<DatasetIdentifier> provider(Object provider, String event, Object sqlContext, Object parameters);

    Optional<DatasetIdentifier> relation(Object relation, String event);

    Pair<List<InputDataset>, List<Object>> inputs(Object node, String event);

    Pair<List<OutputDataset>, List<Object>> outputs(Object node, String event);
  }
}
