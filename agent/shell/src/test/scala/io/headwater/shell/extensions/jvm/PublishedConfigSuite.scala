package io.headwater.shell.extensions.jvm

import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.config.ConfigReader
import io.openlineage.client.transports.HttpConfig
import io.openlineage.spark.api.SparkOpenLineageConfig

/** An extension reads the effective configuration. */
final class PublishedConfigSuite extends AnyFunSuite {
  private val run = "01941b44-9bca-7a52-9f0f-3b1d7b1f4a10"

  private def of(settings: (String, String)*): SparkOpenLineageConfig = {
    val keys = settings.map { case (k, v) => s"spark.openlineage.$k" -> v }.toMap
    ConfigReader.read(keys, Map.empty, Paths.get("/tmp"), Paths.get("/tmp"))
      .fold(p => fail(p.line), PublishedConfig.of)
  }

  test("a setting without a value is the default or null") {
    val config = of()
    assert(config.getNamespace == "default")
    assert(config.getTransportConfig == null && config.getParentRunId == null)
    assert(config.getJobName.getAppendDatasetName && !config.getJobName.getReplaceDotWithUnderscore)
    val off = config.getFacetsConfig.getEffectiveDisabledFacets.toSet
    val ours = Set("executionParameters", "extractionError")
    assert(off == SparkOpenLineageConfig.DISABLED_BY_DEFAULT.toArray.toSet ++ ours)
  }

  test("settings are in the classes of the published agent") {
    val config = of(
      "namespace" -> "prod",
      "appName" -> "Shop",
      "parentRunId" -> run,
      "parentJobNamespace" -> "airflow",
      "parentJobName" -> "dag.task",
      "jobName.replaceDotWithUnderscore" -> "true",
      "filter.deniedSparkNodes" -> "[project]",
      "facets.debug.disabled" -> "false",
      "job.owners.team" -> "data",
      "job.tags" -> "tier:gold",
      "run.tags" -> "nightly",
      "columnLineage.schemaSizeLimit" -> "50",
      "transport.type" -> "http",
      "transport.url" -> "https://lineage.example"
    )
    assert(config.getNamespace == "prod" && config.getOverriddenAppName == "Shop")
    assert(config.getParentRunId == run && config.getParentJobName == "dag.task")
    assert(config.getRootParentRunId == run && config.getRootParentJobNamespace == "airflow")
    assert(config.getJobName.getReplaceDotWithUnderscore)
    assert(config.getFilterConfig.getDeniedSparkNodes.toArray.toSeq == Seq("project"))
    assert(!config.getFacetsConfig.getEffectiveDisabledFacets.contains("debug"))
    assert(config.getJobConfig.getOwners.getAdditionalProperties.get("team") == "data")
    assert(config.getJobConfig.getTags.get(0).getValue == "gold")
    assert(config.getRunConfig.getTags.get(0).getKey == "nightly")
    assert(config.getColumnLineageConfig.getSchemaSizeLimit == 50)
    config.getTransportConfig match {
      case http: HttpConfig => assert(http.getUrl.toString == "https://lineage.example")
      case other => fail(s"$other")
    }
    assert(!config.toString.contains("lineage.example"))
  }

  test("when two configurations are merged, the other one wins") {
    val merged = of("namespace" -> "a", "appName" -> "A").mergeWithNonNull(of("namespace" -> "b"))
    assert(merged.getNamespace == "b" && merged.getOverriddenAppName == "A")
  }
}
