package io.openlineage.spark.agent.lifecycle;

import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.spark.api.SparkOpenLineageConfig;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.tuple.Pair;

/** Asks objects that tell their lineage themselves: plan nodes, relations and sources. */
public final class SparkOpenLineageExtensionVisitorWrapper {
  private final Reader reader;

  /** There is one for each run; a second one would read the libraries' classes again. */
  public SparkOpenLineageExtensionVisitorWrapper(SparkOpenLineageConfig config) {
    throw new UnsupportedOperationException(
        "take the one of the run: OpenLineageContext.getSparkExtensionVisitorWrapper()");
  }

  public SparkOpenLineageExtensionVisitorWrapper(Reader reader) {
    this.reader = reader;
  }

  public boolean isDefinedAt(Object object) {
    return reader.speaks(object);
  }

  /** Of a data source with these options; null where it does not say. */
  public DatasetIdentifier getLineageDatasetIdentifier(
      Object provider, String sparkListenerEventName, Object sqlContext, Object parameters) {
    return reader.provider(provider, sparkListenerEventName, sqlContext, parameters).orElse(null);
  }

  /** Of a relation or table; null where it does not say. */
  public DatasetIdentifier getLineageDatasetIdentifier(Object relation, String sparkListenerEventName) {
    return reader.relation(relation, sparkListenerEventName).orElse(null);
  }

  /** What a node reads, and the nodes that it leaves to the agent. */
  public Pair<List<InputDataset>, List<Object>> getInputs(Object node, String sparkListenerEventName) {
    return reader.inputs(node, sparkListenerEventName);
  }

  /** What a node writes, and the nodes that it leaves to the agent. */
  public Pair<List<OutputDataset>, List<Object>> getOutputs(Object node, String sparkListenerEventName) {
    return reader.outputs(node, sparkListenerEventName);
  }

  /** The agent's own way to ask them. */
  public interface Reader {
    boolean speaks(Object object);

    Optional<DatasetIdentifier> provider(Object provider, String event, Object sqlContext, Object parameters);

    Optional<DatasetIdentifier> relation(Object relation, String event);

    Pair<List<InputDataset>, List<Object>> inputs(Object node, String event);

    Pair<List<OutputDataset>, List<Object>> outputs(Object node, String event);
  }
}
