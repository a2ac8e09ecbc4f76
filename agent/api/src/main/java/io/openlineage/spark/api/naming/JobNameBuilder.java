package io.openlineage.spark.api.naming;

import io.openlineage.spark.api.JobNameSuffixProvider;
import io.openlineage.spark.api.OpenLineageContext;
import io.openlineage.spark.api.SparkOpenLineageConfig.JobNameConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;

/** Builds job names: {@code application.command.table}. */
public class JobNameBuilder {

  public static String buildApplicationName(OpenLineageContext context) {
    String configured = context.getOpenLineageConfig().getOverriddenAppName();
    return NameNormalizer.normalize(
        configured == null ? context.getSparkContext().map(SparkContext::appName).orElse("unknown") : configured);
  }

  /** The job name of the run. It is built at the first call. */
  public static String build(OpenLineageContext context) {
    if (context.getJobName() == null) {
      JobNameConfig config = context.getOpenLineageConfig().getJobName();
      List<String> parts = new ArrayList<>();
      parts.add(buildApplicationName(context));
      if (context.hasExecutedPlan()) parts.add(NameNormalizer.normalize(context.getExecutedPlan().nodeName()));
      if (config.getAppendDatasetName())
        suffix(context)
            .map(s -> config.getReplaceDotWithUnderscore() ? s.replace('.', '_') : s)
            .ifPresent(parts::add);
      context.setJobName(String.join(".", parts));
    }
    return context.getJobName();
  }

  /** The name of a job for an RDD. */
  public static String build(OpenLineageContext context, String rddSuffix) {
    return buildApplicationName(context) + "." + NameNormalizer.normalize(rddSuffix);
  }

  private static Optional<String> suffix(OpenLineageContext context) {
    List<Object> all =
        Stream.concat(
                context.getOutputDatasetBuilders().stream(), context.getOutputDatasetQueryPlanVisitors().stream())
            .collect(Collectors.toList());
    for (Object each : all) {
      Optional<String> suffix =
          each instanceof JobNameSuffixProvider
              ? ((JobNameSuffixProvider<?>) each).jobNameSuffix(context)
              : Optional.empty();
      if (suffix.filter(s -> !s.isEmpty()).isPresent()) return suffix;
    }
    return Optional.empty();
  }
}
