package io.headwater.emit

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.facets.ColumnLineageFacet
import io.headwater.model.{
  Catalog,
  Certainty,
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  EventType,
  Field,
  Gap,
  JobId,
  Kind,
  PlanLineage,
  RunError,
  RunEvent,
  Sink,
  Symlink,
  Transformation
}
import io.headwater.redaction.Redactor
import io.openlineage.client.{OpenLineage, OpenLineageClientUtils}

class EventSerializerSuite extends AnyFunSuite {
  private val mapper = new ObjectMapper
  private val pipeline = new EventSerializer(Samples.settings, Redactor.default)
  private def json(e: RunEvent, p: EventSerializer = pipeline): JsonNode =
    mapper.readTree(p.serialize(e).line)
  private def at(node: JsonNode, path: String): JsonNode = node.at("/" + path.replace('.', '/'))
  private def names(node: JsonNode): Set[String] = {
    val all = Set.newBuilder[String]
    node.fieldNames.forEachRemaining { n => all += n; () }
    all.result()
  }
  private val complete = json(Samples.event(EventType.Complete))

  // rows: beyond.wire
  test("openlineage-java reads back what was written, and writes the same") {
    for (e <- Samples.all) {
      val line = pipeline.serialize(e).line
      val again = OpenLineageClientUtils.toJson(OpenLineageClientUtils.runEventFromJson(line))
      assert(mapper.readTree(again) == mapper.readTree(line))
    }
  }

  // rows: conf.start
  test("START says of each dataset what COMPLETE says, but for what only the end knows") {
    val start = json(Samples.event(EventType.Start))
    for (path <- Vector("inputs", "outputs.0.facets", "outputs.1", "run.facets.headwater_coverage", "job"))
      assert(at(start, path) == at(complete, path), path)
    assert(!start.toString.contains("outputStatistics"))
  }

  test("a slim START names job and datasets, without lineage, statistics and changes of state") {
    val slim = new EventSerializer(Samples.settings.copy(fullStart = false), Redactor.default)
    val start = json(Samples.event(EventType.Start), slim)
    assert(names(at(start, "inputs.0.facets")) == Set("symlinks"))
    assert(names(at(start, "outputs.0.facets")).isEmpty)
    assert(!start.toString.contains("outputStatistics") && !start.toString.contains("headwater_coverage"))
    assert(json(Samples.event(EventType.Complete), slim) == complete)
  }

  test("COMPLETE contains all facets, a failed run no lifecycleStateChange") {
    assert(names(at(complete, "outputs.0.facets")) == Set(
      "schema",
      "dataSource",
      "lifecycleStateChange",
      "columnLineage"
    ))
    assert(at(complete, "outputs.0.outputFacets.outputStatistics.rowCount").asLong == 10)
    assert(at(complete, "outputs.1.facets.lifecycleStateChange.previousIdentifier.name").asText == "/old")
    val failed = json(Samples.event(EventType.Fail))
    assert(!failed.toString.contains("lifecycleStateChange"))
    assert(at(failed, "run.facets.errorMessage.message").asText == "no space")
  }

  // rows: columns.coverage
  test("column lineage lists every column and marks the uncertain ones") {
    val fields = at(complete, "outputs.0.facets.columnLineage.fields")
    assert(names(fields) == Set("id", "n", "u", "x"))
    assert(at(fields, "n").toString == "{\"inputFields\":[]}")
    assert(at(fields, "x").toString == "{\"inputFields\":[],\"transformationDescription\":\"unknown\"}")
    assert(at(
      fields,
      "u.inputFields.0.transformations.0.description"
    ).asText == "opaque: sha2(password, 256)")
    assert(at(fields, "u.inputFields.1.transformations.0.description").asText == "opaque")
    assert(at(
      complete,
      "outputs.0.facets.columnLineage.dataset.0.transformations.0.subtype"
    ).asText == "FILTER")
  }

  test("an output with too many columns has no column lineage, and the coverage reports it") {
    def of(limit: Int) =
      json(
        Samples.event(EventType.Complete),
        new EventSerializer(Samples.settings.copy(schemaSizeLimit = Some(limit)), Redactor.default)
      )
    assert(at(of(4), "outputs.0.facets").has("columnLineage") && !of(4).toString.contains("schemaSizeLimit"))
    val narrow = of(3)
    assert(!at(narrow, "outputs.0.facets").has("columnLineage"))
    assert(at(
      narrow,
      "run.facets.headwater_coverage.gaps"
    ).toString.contains("4 columns are more than columnLineage.schemaSizeLimit"))
    assert(!at(narrow, "run.facets.extractionError").toString.contains("schemaSizeLimit"))
  }

  test("columns that share their dependencies share their input fields") {
    val sink = Samples.event(EventType.Complete).lineage.sinks.head
    val (shared, own) = (sink.columns.head.dependencies, sink.columns.head.dependencies.map(d => d.copy()))
    val columns = Vector("a" -> shared, "b" -> shared, "c" -> own).map { case (n, d) => ColumnLineage(n, d) }
    val facet = new ColumnLineageFacet(new OpenLineage(Samples.settings.producer), Samples.settings)(
      sink.copy(columns = columns :+ columns.head.copy(column = "d", certainty = Certainty.Opaque))
    ).get
    val inputs = facet.getFields.getAdditionalProperties.get(_: String).getInputFields
    assert(
      (inputs("a") eq inputs("b")) && inputs("a").equals(inputs("c")) && !inputs("a").equals(inputs("d"))
    )
  }

  // rows: conf.columns-dataset
  test("row dependencies are added to each column if configured") {
    val flat = json(
      Samples.event(EventType.Complete),
      new EventSerializer(Samples.settings.copy(datasetLineage = false), Redactor.default)
    )
    val lineage = at(flat, "outputs.0.facets.columnLineage")
    assert(!lineage.has("dataset"))
    assert(at(lineage, "fields.id.inputFields.0.transformations").size == 2 && at(
      lineage,
      "fields.n.inputFields"
    ).size == 1)
  }

  // rows: node.errors facet.run.unknown
  test("the coverage counts gaps, including malformed facets of tables") {
    val coverage = at(complete, "run.facets.headwater_coverage")
    assert(at(coverage, "columns").toString == "{\"exact\":2,\"opaque\":1,\"unknown\":1}")
    assert(at(coverage, "gaps.0.count").asInt == 2)
    assert(at(
      coverage,
      "gaps.1.reason"
    ).asText == "table property for facet broken: not JSON, at line 1, column 6")
    assert(at(complete, "run.facets.extractionError.errors").size == 2)
    assert(at(complete, "inputs.0.facets.tags.tags.0.key").asText == "pii")
    assert(at(complete, "inputs.0.facets.tags._producer").asText == "urn:headwater:agent:0.1.0")
  }

  // rows: conf.facets-disabled
  test("every facet can be disabled") {
    val holders =
      Vector("run.facets", "job.facets", "inputs.0.facets", "outputs.0.facets", "outputs.0.outputFacets")
    val facets = holders.flatMap(p => names(at(complete, p))).distinct
    assert(facets.size >= 18)
    for (f <- facets) {
      val without = json(
        Samples.event(EventType.Complete),
        new EventSerializer(Samples.settings.copy(disabled = Set(f)), Redactor.default)
      )
      for (p <- holders) assert(names(at(without, p)) == names(at(complete, p)) - f, s"$f in $p")
    }
  }

  test("a column named password keeps its name") {
    assert(at(complete, "inputs.0.facets.schema.fields.1.name").asText == "password")
    assert(at(complete, "outputs.0.facets.columnLineage.fields.u.inputFields.0.field").asText == "password")
    assert(at(complete, "inputs.0.facets.catalog.metadataUri").asText == "jdbc:postgresql://h/db")
  }

  test("the properties of a catalog are values of an object") {
    val properties = at(complete, "inputs.0.facets.catalog.catalogProperties")
    assert(properties.get("account_identifier").asText == "org-acct" && properties.size == 1)
  }

  test("secrets in any text field are not in the event") {
    for (i <- 1 to 200) {
      val c = s"CANARY${i}x"
      val d = Samples.orders.copy(
        id = DatasetId(s"jdbc:db2://h:5/db:user=u;password=$c;", s"t?token=$c"),
        catalog =
          Some(Catalog(
            "f",
            "jdbc",
            "c",
            Some(s"jdbc:hive2://h/db;password=$c"),
            Some(s"s3://AK:$c@b/w"),
            Map("token" -> c)
          )),
        comment = Some(s"connect with password='$c'"),
        facets = Map(
          "a" -> s"""{"apiKey":"$c","n":{"secret":["$c",{"z":1}]},"t":[{"key":"db.password","value":"$c"}]}"""
        ),
        schema = Vector(Field("a", Some("string"), Some(s"token=$c"))),
        symlinks = Vector(Symlink(DatasetId(s"mongodb://u:$c@h", "x"), Symlink.Kind.Location))
      )
      val column = ColumnLineage(
        "a",
        Vector(Dependency(
          ColumnRef(d.id, "a"),
          Vector(Transformation(Kind.Transformation, description = s"concat(a, 'https://h/?sig=$c') = 'x'"))
        ))
      )
      val e = Samples.event(EventType.Fail)
      val dirty = e.copy(
        lineage = PlanLineage(
          Vector(d),
          Vector(Sink(d, Vector(column))),
          Vector(Gap("N", "s", s"failed: https://u:$c@h/x"))
        ),
        sql = Some(s"CREATE TABLE t USING jdbc OPTIONS (password '$c', url 'jdbc:redshift://h;PWD=$c')"),
        properties = Map("spark.my.secret" -> c, "spark.url" -> s"jdbc:mysql://u:$c@h/d?password=$c"),
        error = Some(RunError(
          s"Access denied: password=$c",
          Some(s"x: jdbc:x://h;access_token=$c\n\tat a.b(C.scala:1)")
        )),
        application = Samples.app.copy(uiUrl = Some(s"http://u:$c@h:4040")),
        run = e.run.copy(job = JobId("ns", s"job https://a:$c@h"))
      )
      val line = pipeline.serialize(dirty).line
      assert(!line.contains("CANARY"), line.substring(math.max(0, line.indexOf("CANARY") - 100)).take(200))
      assert(OpenLineageClientUtils.toJson(pipeline.serialize(dirty).event).contains("redacted"))
      assert(line.contains("C.scala:1"))
    }
  }

  test("an event with five inputs of ten columns is small and fast to serialize") {
    val inputs = Vector.tabulate(5)(i =>
      Dataset(
        DatasetId("s3://bucket", s"warehouse/table_$i"),
        Vector.tabulate(10)(c => Field(s"column_$c", Some("bigint")))
      )
    )
    val columns = Vector.tabulate(10)(c =>
      ColumnLineage(
        s"column_$c",
        inputs.map(d =>
          Dependency(ColumnRef(d.id, s"column_$c"), Vector(Transformation(Kind.Transformation)))
        )
      )
    )
    val sink = Sink(Dataset(DatasetId("s3://bucket", "warehouse/out"), inputs(0).schema), columns)
    val event = Samples.event(EventType.Complete).copy(lineage = PlanLineage(inputs, Vector(sink)))
    for (_ <- 1 to 2000) pipeline.serialize(event).line
    def cpu: Long = java.lang.management.ManagementFactory.getThreadMXBean.getCurrentThreadCpuTime
    val start = cpu
    for (_ <- 1 to 1000) pipeline.serialize(event).line
    val micros = (cpu - start) / 1000 / 1000
    info(s"${pipeline.serialize(event).line.length} bytes, $micros µs of CPU an event")
    assert(pipeline.serialize(event).line.length < 20000 && micros < 20000)
  }
}
