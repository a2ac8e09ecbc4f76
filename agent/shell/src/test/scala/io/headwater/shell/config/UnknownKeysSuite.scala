package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class UnknownKeysSuite extends AnyFunSuite with Configured {

  // rows: conf.unknown-keys
  test("an unknown key is a warning with the nearest key; the published agent's keys are known") {
    val c = good(Map(
      "namespce" -> "x",
      "columnLineage.datasetLineageEnable" -> "x",
      "zzz.qqq" -> "x",
      "debug.smart" -> "true",
      "circuitBreaker.type" -> "simpleMemory",
      "job.tags" -> "a:b"
    ))
    assert(c.warnings == Vector(
      "spark.openlineage.columnLineage.datasetLineageEnable is not a setting of the agent and is ignored; " +
        "did you mean spark.openlineage.columnLineage.datasetLineageEnabled?",
      "spark.openlineage.namespce is not a setting of the agent and is ignored; did you mean spark.openlineage.namespace?",
      "spark.openlineage.zzz.qqq is not a setting of the agent and is ignored"
    ))
  }

  test("an unknown key of a variable is told as the variable, with the name of the variable that was meant") {
    val c = good(env =
      Map(
        "OPENLINEAGE__STOPTIMEOUTMILLIS" -> "7",
        "OPENLINEAGE__JOB_NAME" -> "{\"appendDatasetNme\": false}",
        "OPENLINEAGE__TRANSPORT__TYPE" -> "http",
        "OPENLINEAGE__TRANSPORT__URL" -> "http://backend:5000",
        "OPENLINEAGE__TRANSPORT__TIMEOUTINMILLIS" -> "7"
      )
    )
    assert(c.warnings == Vector(
      "variable OPENLINEAGE__JOB_NAME (spark.openlineage.jobName.appendDatasetNme) is not a setting of the agent and is " +
        "ignored; did you mean spark.openlineage.jobName.appendDatasetName?",
      "variable OPENLINEAGE__STOPTIMEOUTMILLIS is not a setting of the agent and is ignored; did you mean " +
        "OPENLINEAGE__STOP_TIMEOUT_MILLIS?",
      "variable OPENLINEAGE__TRANSPORT__TIMEOUTINMILLIS is not an option of its transport and is ignored; did you mean " +
        "OPENLINEAGE__TRANSPORT__TIMEOUT_IN_MILLIS?"
    ))
  }

  test("the log shows an unknown key whole, also in a variable whose name is that of a secret") {
    val c = good(env = Map("OPENLINEAGE__API_KEY" -> "{\"old\": 1}"))
    assert(c.warnings == Vector(
      "variable OPENLINEAGE__API_KEY (spark.openlineage.apiKey.old) is not a setting of the agent and is ignored"
    ))
    assert(c.warnings.map(Redactor.default.text) == c.warnings)
  }

  test("a variable can set the flag of a facet with underscores, also as JSON for the whole section") {
    val single = Map(
      "OPENLINEAGE__FACETS__SPARK_UNKNOWN__DISABLED" -> "false",
      "OPENLINEAGE__FACETS__GCP_DATAPROC__DISABLED" -> "true",
      "OPENLINEAGE__FACETS__HEADWATER_VIEWS__DISABLED" -> "true"
    )
    val json = "{\"spark_unknown\":{\"disabled\":false},\"gcp_dataproc\":{\"disabled\":true}," +
      "\"headwater_views\":{\"disabled\":true}}"
    for (env <- Vector(single, Map("OPENLINEAGE__FACETS" -> json))) {
      val c = good(env = env)
      assert(c.warnings.isEmpty && !c.facets.disabled("spark_unknown"))
      assert(c.facets.disabled("gcp_dataproc") && c.facets.disabled("headwater_views"))
    }
  }

  test("two spellings of a facet in two sources are one key") {
    val env = Map("OPENLINEAGE__FACETS__SPARK_LOGICAL_PLAN__DISABLED" -> "false")
    assert(!good(env = env).facets.disabled("spark.logicalPlan"))
    val c = good(Map("facets.spark.logicalPlan.disabled" -> "true"), env)
    assert(c.facets.disabled("spark.logicalPlan") && c.warnings.isEmpty)
  }

  test("sections of a file that are names with dots, and a list of transports, are known") {
    val yaml = "facets: {spark: {logicalPlan: {disabled: false}}}\n" +
      "transport: {type: composite, transports: [{type: console}, {type: console, name: second}]}\n"
    val c = good(Map.empty, yaml = yaml)
    assert(c.warnings.isEmpty && !c.facets.disabled("spark.logicalPlan"))
  }

  test("the nearest key of an unknown key has its name of a facet or of a type of owners") {
    val keys =
      Vector("facets.schema.disable", "facets.spark.logicalPlan.enabled", "job.owner.team", "facets.x")
    val hints = good(keys.map(_ -> "true").toMap).warnings.map(_.split("; did you mean ").drop(1).mkString)
    assert(hints == Vector(
      "spark.openlineage.facets.schema.disabled?",
      "spark.openlineage.facets.spark.logicalPlan.disabled?",
      "",
      "spark.openlineage.job.owners.team?"
    ))
  }

  test("an option that a composite leaves to its members is a warning with the key of a member") {
    val conf = Map(
      "transport.type" -> "composite",
      "transport.transports.a.type" -> "console",
      "transport.continueOnFailur" -> "true"
    )
    val warnings =
      good(conf, Map("OPENLINEAGE_API_KEY" -> "k", "OPENLINEAGE__TRANSPORT__COMPRESSION" -> "gzip")).warnings
    def hints(of: String) = warnings.filter(_.contains(of)).map(_.split("; ").last)
    assert(hints("auth.apiKey") == Vector(
      "a member of the composite has it: spark.openlineage.transport.transports.<name>.auth.apiKey"
    ))
    assert(hints("COMPRESSION") == Vector(
      "a member of the composite has it: OPENLINEAGE__TRANSPORT__TRANSPORTS__<NAME>__COMPRESSION"
    ))
    assert(hints("continueOnFailur").forall(_.startsWith("it has transports.*")))
  }
}
