package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.facets.FieldNames
import io.headwater.model.JobId
import io.headwater.plan.session.InputFieldLimit
import io.headwater.redaction.Redactor

class ConfigReaderSuite extends AnyFunSuite with Configured {

  test("without any setting the defaults apply") {
    val c = good()
    assert(c.application.namespace == "default" && c.transport.isEmpty && !c.disabled && c.warnings.isEmpty)
    assert(c.facets.capturedProperties == Vector("spark.master", "spark.app.name"))
    assert(c.lifecycle.stopTimeout.toMillis == 5000 && c.queue.items == 10000)
    assert(c.columnLineage == ColumnLineageConfig(datasetLineage = true, descriptions = true))
    assert(c.facets.disabled == FacetsConfig.disabledByDefault)
  }

  // rows: conf.sparkconf conf.yaml conf.environment conf.precedence
  test("Spark's configuration has precedence over the environment, and the environment over the file") {
    val yaml = "namespace: file\nappName: file\nqueue: {maxEvents: 7}\n"
    val c = good(
      Map("namespace" -> "spark"),
      Map("OPENLINEAGE_NAMESPACE" -> "env", "OPENLINEAGE__APP_NAME" -> "env"),
      yaml
    )
    assert(c.application.namespace == "spark" && c.application.name.contains("env") && c.queue.items == 7)
  }

  test("transports of two types are not merged, options of one type are") {
    val yaml = "transport: {type: http, url: 'http://a', timeoutInMillis: 9}\n"
    assert(good(
      Map("transport.type" -> "console"),
      yaml = yaml
    ).transport.contains(Branch(Map("type" -> Leaf("console")))))
    val merged = good(Map("transport.url" -> "http://b"), yaml = yaml).transport
    assert(merged.contains(Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("http://b"),
      "timeoutInMillis" -> Leaf("9")
    ))))
  }

  test("a key in the environment belongs to the transport of Spark's configuration, whatever a file names") {
    val file = "transport: {type: kafka, topicName: t}\n"
    val conf = Map("transport.type" -> "http", "transport.url" -> "http://b")
    assert(good(conf, Map("OPENLINEAGE_API_KEY" -> "k"), file).transport.contains(Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("http://b"),
      "auth" -> Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))
    ))))
  }

  // rows: conf.dotted-keys
  test("below headers, parameters and properties a key keeps its dots, also in the members of a composite") {
    val c = good(Map(
      "transport.type" -> "composite",
      "transport.transports.k.type" -> "kafka",
      "transport.transports.k.properties.bootstrap.servers" -> "h:9092",
      "transport.transports.h.headers.X-A.b" -> "1"
    ))
    val members = c.transport.flatMap(_.get("transports"))
    assert(members.contains(Branch(Map(
      "k" -> Branch(Map(
        "type" -> Leaf("kafka"),
        "properties" -> Branch(Map("bootstrap.servers" -> Leaf("h:9092")))
      )),
      "h" -> Branch(Map("headers" -> Branch(Map("X-A.b" -> Leaf("1")))))
    ))))
  }

  // rows: conf.url-shorthand
  test("short keys and the clients' variables make an http transport") {
    val expected = Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("http://h"),
      "auth" -> Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))
    ))
    assert(good(Map("url" -> "http://h", "apiKey" -> "k")).transport.contains(expected))
    assert(good(env =
      Map("OPENLINEAGE_URL" -> "http://h", "OPENLINEAGE_API_KEY" -> "k")
    ).transport.contains(expected))
  }

  test("lists have brackets or commas") {
    val c = good(Map(
      "filter.allowedSparkNodes" -> "[a.B;c.D]",
      "capturedProperties" -> "x, y",
      "facets.spark.logicalPlan.disabled" -> "false"
    ))
    assert(c.filter.allowed == Vector("a.B", "c.D") && c.facets.capturedProperties == Vector("x", "y"))
    assert(c.facets.disabled == FacetsConfig.disabledByDefault - "spark.logicalPlan")
    assert(KeyPath.value("[a;b]") == Items(Vector(Leaf("a"), Leaf("b"))))
  }

  // rows: conf.facets-disabled
  test("a disabled facet is added to the facets that are disabled by default") {
    assert(
      good(
        Map("facets.schema.disabled" -> "true")
      ).facets.disabled == FacetsConfig.disabledByDefault + "schema"
    )
    assert(
      good(Map("facets.schema.disabled" -> " ")).facets.disabled == FacetsConfig.disabledByDefault,
      "no value"
    )
  }

  // rows: facet.run.extraction-error
  test("gaps are also in the facet extractionError only if its flag is false") {
    assert(good().eventSettings.disabled("extractionError"))
    assert(!good(Map("facets.extractionError.disabled" -> "false")).eventSettings.disabled("extractionError"))
    val env = Map("OPENLINEAGE__FACETS__EXTRACTION_ERROR__DISABLED" -> "false")
    assert(!good(env = env).eventSettings.disabled("extractionError"))
  }

  // rows: beyond.producer
  test("the producer is an absolute URI; by default it names the agent and no domain") {
    def producer(c: AgentConfig) = c.eventSettings.producer.toString
    assert(producer(good(Map.empty)) == s"urn:headwater:agent:${Version.current}")
    val known = "https://github.com/OpenLineage/OpenLineage/tree/1.53.0/integration/spark"
    assert(producer(good(Map("producer" -> known))) == known)
    val refused = Vector("spark", "https://me:PW1@acme.org/x", "a b").map(v => problem(Map("producer" -> v)))
    assert(
      refused.forall(l => l.startsWith("spark.openlineage.producer") && l.contains("absolute URI")),
      refused
    )
    assert(!refused.mkString.contains("PW1"))
  }

  // rows: conf.vendors
  test("one key disables both reports of Iceberg") {
    val off = good(Map("vendors.iceberg.metricsReporterDisabled" -> "true"))
    assert(
      off.facets.disabled == FacetsConfig.disabledByDefault + "icebergScanReport" + "icebergCommitReport"
    )
    assert(good(Map("vendors.iceberg.metricsReporterDisabled" -> "false")).facets.disabled ==
      FacetsConfig.disabledByDefault)
    assert(off.warnings.isEmpty)
  }

  test("a parent needs a run id and a job") {
    val id = "0190f5a8-0000-7000-8000-000000000001"
    val whole = Map("parentRunId" -> id, "parentJobNamespace" -> "ns", "parentJobName" -> "dag.task")
    assert(good(whole).parents.parent.exists(p => p.runId.toString == id && p.job.name == "dag.task"))
    assert(
      good(whole - "parentJobNamespace" + ("namespace" -> "own")).parents.parent.map(_.job)
        .contains(JobId("own", "dag.task")),
      "the namespace of the application"
    )
    val root = good(whole + ("rootParentRunId" -> id.replace('1', '2')))
    assert(root.parents.root.map(_.job) == root.parents.parent.map(_.job) && root.parents.root.map(
      _.runId
    ) != root.parents.parent.map(_.runId))
    val part = good(whole - "parentJobName")
    assert(part.parents.parent.isEmpty && part.warnings == Vector(
      "the parent run is ignored: spark.openlineage.parentJobName must be set as well"
    ))
  }

  test("a key without effect is a warning with the reason") {
    val c = good(Map(
      "facets.disabled" -> "[schema]",
      "timeout.buildDatasetsTimePercentage" -> "60",
      "circuitBreaker.type" -> "asyncTaskQueue"
    ))
    assert(c.warnings == Vector(
      "spark.openlineage.facets.disabled has no effect: the published agent ignores it, too; write `facets.<name>.disabled=true`",
      "spark.openlineage.timeout.buildDatasetsTimePercentage has no effect: the agent reads no plan on Spark's listener " +
        "thread; extensions.timeoutMillis and python.timeoutMillis bound extensions",
      "spark.openlineage.circuitBreaker.type asyncTaskQueue has no effect: the agent reads no plan on Spark's listener " +
        "thread; queue.maxEvents and stopTimeoutMillis bound its work"
    ))
  }

  test("column lineage has a limit on input fields, and on columns if one is set") {
    assert(good().columnLineage.schemaSizeLimit.isEmpty)
    assert(good().columnLineage.inputFields == InputFieldLimit(100000, rowsAtColumns = false))
    val few = Map("columnLineage.inputFieldLimit" -> "5", "columnLineage.datasetLineageEnabled" -> "false")
    assert(good(few).columnLineage.inputFields == InputFieldLimit(5, rowsAtColumns = true))
    assert(!good().events.viewsAsDatasets && good(Map("views" -> "datasets")).events.viewsAsDatasets)
    assert(problem(Map("views" -> "tables")) ==
      "spark.openlineage.views is \"tables\": not one of through, datasets; write one of them")
    assert(good(Map("columnLineage.schemaSizeLimit" -> "1000")).columnLineage.schemaSizeLimit.contains(1000))
    assert(problem(
      Map("columnLineage.schemaSizeLimit" -> "many")
    ).startsWith("spark.openlineage.columnLineage.schemaSizeLimit"))
  }

  // rows: conf.bad-values
  test("an invalid value is one sentence with key, value and fix") {
    val lines = Vector(
      problem(Map("applicationRunId" -> "1-2")),
      problem(Map("queue.maxEvents" -> "many")),
      problem(Map("stopTimeoutMillis" -> "-1")),
      problem(Map("disabled" -> "yes")),
      problem(Map("transport.url" -> "http://h")),
      problem(Map("transport" -> "http", "transport.type" -> "http")),
      problem(yaml = "a: [b\nc: 'PW1"),
      problem(yaml = "just text")
    )
    for (l <- lines) assert(l.contains(":") && !l.contains("\n") && !l.contains("Exception"), l)
    assert(lines(1) == "spark.openlineage.queue.maxEvents is \"many\": not a whole number from 1; write one")
    assert(!lines.exists(_.contains("PW1")))
  }

  test(
    "without the file of OPENLINEAGE_CONFIG, the next place and Spark's configuration apply, with a warning"
  ) {
    val c =
      good(Map("namespace" -> "spark"), Map("OPENLINEAGE_CONFIG" -> "/no/such.yml"), "appName: nightly\n")
    assert(c.application.namespace == "spark" && c.application.name.contains("nightly"))
    assert(c.warnings == Vector(
      "OPENLINEAGE_CONFIG is \"/no/such.yml\": no file of the driver's machine; correct or unset it"
    ))
    assert(good(env = Map("OPENLINEAGE_CONFIG" -> " ")).warnings.isEmpty)
  }

  test("the text form of the configuration contains no credential") {
    val c = good(Map(
      "transport.type" -> "http",
      "transport.auth.apiKey" -> "PW1",
      "transport.headers.Authorization" -> "PW1"
    ))
    assert(!c.toString.contains("PW1"))
  }

  test("the redactor uses Spark's own settings") {
    val c = ConfigReader.read(Map("spark.redaction.regex" -> "internal"), Map.empty, empty, empty)
    assert(c.exists(_.redactor.isSensitive("x.internal")))
    assert(ConfigReader.read(Map("spark.redaction.regex" -> "(a"), Map.empty, empty, empty).isLeft)
  }

  test("every key has a documentation and a unique name") {
    for (k <- ConfigKeys.all) {
      assert(k.doc.endsWith("."), k.name)
      assert(ConfigKeys.all.count(_.name == k.name) == 1, k.name)
    }
    assert(ConfigTree.empty.children.isEmpty)
  }

  test("redact.literals hides the literals of SQL") {
    val sql = "SELECT a FROM t WHERE b = 'Ann'"
    assert(good().redactor.sql(sql) == sql)
    val strict = good(Map("redact.literals" -> "true")).redactor
    assert(strict.sql(sql) == "SELECT a FROM t WHERE b = ?")
    assert(strict.sql("what's that") == Redactor.replacement)
    assert(strict.message(
      "The value 'Ann' of \"STRING\" is wrong.\n== SQL ==\nSELECT 'Ann'"
    ) == "The value ? of ? is wrong.")
    assert(problem(Map("redact.literals" -> "yes")).contains("spark.openlineage.redact.literals is \"yes\""))
  }

  test("no problem contains the value of a sensitive key") {
    assert(!problem(Map(
      "transport.auth" -> "PW1",
      "transport.type" -> "http",
      "transport.auth.x" -> "y"
    )).contains("PW1"))
    assert(!problem(Map("transport" -> "http token=PW1")).contains("PW1"))
  }

  test("a choice is read in any case, and another value is a problem that lists the names") {
    def chosen(c: AgentConfig) = (c.eventSettings.fullStart, c.eventSettings.fieldNames)
    assert(chosen(good()) == ((true, FieldNames.Nested)))
    assert(chosen(good(Map("events.start" -> "Slim", "columnLineage.fieldNames" -> "toplevel"))) == ((
      false,
      FieldNames.TopLevel
    )))
    val structFields = good(Map("columnLineage.fieldNames" -> "structFields"))
    assert(chosen(structFields) == ((true, FieldNames.StructFields)))
    val line = problem(Map("events.start" -> "small"))
    assert(line.contains("spark.openlineage.events.start") && line.contains("full, slim"), line)
  }

  test("datasets have owners only if the flag of their facet is false, jobs only if it is not true") {
    def owners(flag: (String, String)*) = {
      val settings = good(flag.toMap).eventSettings
      (settings.datasetOwners, settings.disabled("ownership"))
    }
    assert(owners() == ((false, false)))
    assert(owners("facets.ownership.disabled" -> "false") == ((true, false)))
    assert(owners("facets.ownership.disabled" -> "true") == ((false, true)))
  }
}
