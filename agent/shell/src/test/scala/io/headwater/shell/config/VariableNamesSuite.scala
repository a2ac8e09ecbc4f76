package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

class VariableNamesSuite extends AnyFunSuite with Configured {

  // rows: conf.environment
  test("variables nest by two underscores and may hold JSON") {
    val env = Map(
      "OPENLINEAGE__TRANSPORT" -> "{\"type\":\"http\",\"url\":\"http://h\",\"timeoutInMillis\":3}",
      "OPENLINEAGE__FACETS__SPARK_UNKNOWN__DISABLED" -> "false",
      "OPENLINEAGE__FILTER__DENIED_SPARK_NODES" -> "[\"a.B\"]"
    )
    val c = good(env = env)
    assert(c.transport.exists(_.text("timeoutInMillis").contains("3")))
    assert(!c.facets.disabled("spark_unknown") && c.filter.denied == Vector("a.B"))
  }

  test("a list in a variable may be written as in Spark's configuration") {
    val c = good(env =
      Map(
        "OPENLINEAGE__FACETS__CUSTOM_ENVIRONMENT_VARIABLES" -> "[REGION;STAGE]",
        "OPENLINEAGE__FILTER__DENIED_SPARK_NODES" -> "[a.B; c.D]",
        "OPENLINEAGE__JOB__OWNERS__PERSON" -> "[ann;bob]",
        "OPENLINEAGE__JOB__TAGS" -> "[tier:gold;nightly]",
        "OPENLINEAGE__APP_NAME" -> "[plain]",
        "REGION" -> "eu",
        "STAGE" -> "test"
      )
    )
    val declared = c.metadata.declared
    assert(declared.environment.map(_._1) == Vector("REGION", "STAGE"))
    assert(c.filter.denied == Vector("a.B", "c.D") && c.application.name.contains("[plain]"))
    assert(declared.owners.map(_.name) == Vector("ann", "bob"))
    assert(declared.jobTags.map(_.key) == Vector("tier", "nightly"))
  }

  // rows: conf.environment
  test("variables name headers, and properties with dots") {
    val env = Map(
      "OPENLINEAGE__TRANSPORT__TYPE" -> "kafka",
      "OPENLINEAGE__TRANSPORT__TOPIC_NAME" -> "t",
      "OPENLINEAGE__TRANSPORT__PROPERTIES__BOOTSTRAP__SERVERS" -> "h:1",
      "OPENLINEAGE__TRANSPORT__PROPERTIES__SASL__JAAS__CONFIG" -> "login",
      "OPENLINEAGE__FACETS__SPARK__LOGICAL_PLAN__DISABLED" -> "false"
    )
    val c = good(env = env)
    assert(c.transport.flatMap(_.get("properties")).contains(
      Branch(Map("bootstrap.servers" -> Leaf("h:1"), "sasl.jaas.config" -> Leaf("login")))
    ))
    assert(!c.facets.disabled("spark.logicalPlan") && c.warnings.isEmpty)
    val http =
      good(env = Map("OPENLINEAGE_URL" -> "http://h", "OPENLINEAGE__TRANSPORT__HEADERS__X_API_KEY" -> "k"))
    assert(http.transport.flatMap(_.get("headers")).contains(Branch(Map("x-api-key" -> Leaf("k")))))
    assert(http.warnings.isEmpty)
  }
}
