package com.acme;

import io.openlineage.client.OpenLineage.OutputDatasetFacet;
import io.openlineage.client.OpenLineage.OutputStatisticsOutputDatasetFacet;
import io.openlineage.spark.api.AbstractOutputDatasetFacetBuilder;
import io.openlineage.spark.api.OpenLineageContext;
import java.util.function.BiConsumer;
import org.apache.spark.executor.OutputMetrics;
import org.apache.spark.scheduler.StageInfo;

/** The second example of the proposal: what the stages of a run have written. */
public class OutputStatisticsFacetBuilder extends AbstractOutputDatasetFacetBuilder<StageInfo> {
  public OutputStatisticsFacetBuilder(OpenLineageContext context) {
    super(context);
  }

  @Override
  protected void build(StageInfo stage, BiConsumer<String, ? super OutputDatasetFacet> consumer) {
    OutputMetrics written = stage.taskMetrics().outputMetrics();
    OutputStatisticsOutputDatasetFacet facet =
        context.getOpenLineage().newOutputStatisticsOutputDatasetFacetBuilder()
            .rowCount(written.recordsWritten()).size(written.bytesWritten()).build();
    if (written.recordsWritten() > 0) consumer.accept("acme_outputStatistics", facet);
  }
}
