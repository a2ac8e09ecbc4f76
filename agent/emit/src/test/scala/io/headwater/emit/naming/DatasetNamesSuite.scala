package io.headwater.emit.naming

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.{
  AddedFacet,
  Additions,
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  EventType,
  FacetTarget,
  Kind,
  PlanLineage,
  RunEvent,
  Sink,
  Statistics,
  Symlink,
  Transformation
}
import io.headwater.redaction.Redactor
import io.openlineage.client.dataset.partition.trimmer.DatasetNameTrimmer

/** Namespaces, removed parts and trimmed partitions. */
class DatasetNamesSuite extends AnyFunSuite {
  private val rules = new NamingRules("spark.openlineage.dataset", Redactor.default)

  private def section(resolvers: (String, Map[String, ConfigTree])*): Branch =
    Branch(Map("namespaceResolvers" -> Branch(resolvers.map { case (n, o) => n -> Branch(o) }.toMap)))

  private def names(
      resolvers: Branch = section(),
      remove: Option[String] = None,
      disabled: Vector[String] = Vector.empty,
      extra: Vector[String] = Vector.empty
  ): DatasetNames = rules.names(resolvers, remove, disabled, extra).fold(p => fail(p.line), _._1)

  private def problem(resolvers: Branch = section(), remove: Option[String] = None): String =
    rules.names(resolvers, remove, Vector.empty, Vector.empty).fold(_.line, _ => fail("accepted"))

  private val servers = section(
    "kafka-prod" -> Map(
      "type" -> Leaf("hostList"),
      "hosts" -> Items(Vector(Leaf("broker1.co"), Leaf("broker2.co"))),
      "schema" -> Leaf("kafka")
    ),
    "pg" -> Map("type" -> Leaf("pattern"), "regex" -> Leaf("pg-\\d+"), "schema" -> Leaf("postgres")),
    "group" -> Map(
      "type" -> Leaf("patternGroup"),
      "regex" -> Leaf("(?<cluster>[a-z]+)-\\d+\\.lake"),
      "matchingGroup" -> Leaf("cluster")
    )
  )

  // rows: resolver.host-list resolver.pattern resolver.pattern-group
  test("the first resolver that changes a namespace applies") {
    val all = names(servers)
    def of(namespace: String): String = all(DatasetId(namespace, "t")).namespace
    assert(of("kafka://broker2.co:9092") == "kafka://kafka-prod:9092")
    assert(of("postgres://pg-17:5432") == "postgres://pg:5432")
    assert(of("s3://raw-3.lake") == "s3://raw")
    assert(of("mysql://broker1.co") == "mysql://broker1.co" && of("file") == "file")
  }

  // rows: trimmer.dates trimmer.key-value
  test("partitions are trimmed off the end of a name, all of them, and never all of it") {
    val all = names()
    def of(name: String): String = all(DatasetId("file", name)).name
    val whole = Vector("/", "/2024/01/01", "/day=1", "20240101", "a.b", "/x/123456", "/x/a=b=c", "topic")
    assert(whole.map(of) == whole)
    val parts = Vector(
      "/t/day=1/hour=2",
      "/t/2024/01/01",
      "/t/2024/01",
      "/t/2024-01-01",
      "/t/20240101T100000Z",
      "/t/202401"
    )
    assert(parts.map(of).distinct == Vector("/t"))
  }

  // rows: trimmer.settings
  test("trimmers can be disabled, and others added") {
    val kept = names(disabled = NamingRules.defaultTrimmers)
    assert(kept(DatasetId("file", "/t/day=1")).name == "/t/day=1")
    val versions = names(extra = Vector(classOf[VersionTrimmer].getName))
    assert(versions(DatasetId("file", "/t/v7/day=1")).name == "/t")
    val broken = names(extra = Vector(classOf[BrokenTrimmer].getName))
    assert(broken(DatasetId("file", "/t/day=1")).name == "/t")
    val (_, warnings) =
      rules.names(section(), None, Vector.empty, Vector("no.Such")).fold(p => fail(p.line), identity)
    assert(warnings.size == 1 && warnings.head.startsWith(
      "spark.openlineage.dataset.extraTrimmers: no.Such cannot be used"
    ))
  }

  test("a trimmer that does not answer is called once, and the log names it") {
    val warnings = Vector.newBuilder[String]
    val limited = new NamingRules("spark.openlineage.dataset", Redactor.default, warnings += _)
    val all = limited.names(section(), None, Vector.empty, Vector(classOf[HangingTrimmer].getName))
      .fold(p => fail(p.line), _._1)
    for (n <- 1 to 3) assert(all(DatasetId("file", s"/t$n/day=1")).name == s"/t$n")
    assert(HangingTrimmer.calls.get == 1)
    assert(warnings.result() == Vector(
      s"${classOf[HangingTrimmer].getName} did not answer within 2000 ms, and is not called again"
    ))
  }

  test("the match of removePath is removed from each name, but never the whole name") {
    val all = names(remove = Some("(?<remove>/snapshot-\\d+)"))
    assert(all(DatasetId("file", "/lake/snapshot-12/t")).name == "/lake/t")
    assert(all(DatasetId("file", "/snapshot-12")).name == "/snapshot-12")
  }

  test(
    "partitions are trimmed before the match of removePath is removed, so an end of the pattern is that of the table"
  ) {
    def of(pattern: String, name: String) = names(remove = Some(pattern))(DatasetId("file", name)).name
    assert(of("(?<remove>/snapshot-\\d+)$", "/t/snapshot-1/date=2024-01-01") == "/t")
    assert(of("(?<remove>/v\\d+)$", "/u/day=1/v1") == "/u/day=1")
    assert(of("(.*)(?<remove>/.*/.*)", "/lake/raw/src/year=2024/month=04") == "/lake")
    val dated = names(remove = Some("(?<remove>/run-\\d{4})$"))
    assert(dated.ofJob(DatasetId("file", "/t/run-2024/day=1")).name == "/t")
    val table = dated(Samples.event(EventType.Complete).copy(lineage =
      PlanLineage(
        Vector("day=1", "day=2").map(d => Dataset(DatasetId("file", s"/t/run-2024/$d"))),
        Vector.empty
      )
    )).lineage.sources
    assert(table.map(d => d.id.name -> d.locations) ==
      Vector("/t" -> Vector("/t/run-2024/day=1", "/t/run-2024/day=2")))
  }

  test("a pattern that backtracks without end changes no name") {
    val regex = "(x+x+)+y"
    val path = "/" + "x" * 60
    assert(names(remove = Some(s"(?<remove>$regex)"))(DatasetId("file", path)).name == path)
    val resolvers =
      section("p" -> Map("type" -> Leaf("pattern"), "regex" -> Leaf(regex), "schema" -> Leaf("p")))
    assert(names(resolvers)(DatasetId(path, "t")).namespace == path)
  }

  test("a job is named without the match of removePath if that has the digits of a date or an id") {
    val all = names(remove = Some("(?<remove>/(v1|20[-\\d]+))"))
    assert(all.ofJob(DatasetId("s3://b", "/x/2026-11-26/orders")) == DatasetId("s3://b", "/x/orders"))
    assert(all.ofJob(DatasetId("s3://b", "/x/v1/orders")).name == "/x/v1/orders")
    assert(all(DatasetId("s3://b", "/x/v1/orders")).name == "/x/orders")
    assert(names().ofJob(DatasetId("s3://b", "/x/orders/day=1")).name == "/x/orders")
  }

  test("a job is named without a hexadecimal id, however few digits it has") {
    val all = names(remove = Some("(?<remove>[_/][a-z0-9]{8,})(/|$)"))
    def suffix(folder: String) = all.ofJob(DatasetId("file", folder)).name
    for (id <- Vector("70a90d102d20", "def1efacb0ac", "ab3dcefa"))
      assert(suffix(s"/m/stages/1_Imputer_$id/data") == "/m/stages/1_Imputer/data", id)
    for (text <- Vector("facedeed", "warehouse1", "features"))
      assert(suffix(s"/m/$text/data") == s"/m/$text/data", text)
  }

  test("a value that cannot be used is one sentence with key, value and correction") {
    val at = "spark.openlineage.dataset"
    assert(problem(
      section("a" -> Map("type" -> Leaf("hosts")))
    ).startsWith(s"""$at.namespaceResolvers.a.type is "hosts": """))
    assert(
      problem(section("a" -> Map("regex" -> Leaf("x")))).startsWith(s"$at.namespaceResolvers.a.type: missing")
    )
    assert(problem(
      section("a" -> Map("type" -> Leaf("hostList")))
    ).startsWith(s"$at.namespaceResolvers.a.hosts: missing"))
    assert(problem(section("a" -> Map(
      "type" -> Leaf("pattern"),
      "regex" -> Leaf("(x")
    ))).contains("namespaceResolvers.a.regex"))
    assert(problem(remove =
      Some("(x")
    ).startsWith(s"""$at.removePath.pattern is "(x": not a regular expression"""))
  }

  private val day1 = DatasetId("s3://raw-1.lake", "t/day=1")
  private val day2 = DatasetId("s3://raw-2.lake", "t/day=2")
  private val elsewhere = DatasetId("s3://other", "t/day=1")
  private def from(id: DatasetId) = Dependency(ColumnRef(id, "x"), Vector(Transformation(Kind.Identity)))
  private val event = Samples.event(EventType.Complete).copy(
    lineage = PlanLineage(
      Vector(day1, day2, elsewhere).map(id =>
        Dataset(id, symlinks = Vector(Symlink(id, Symlink.Kind.Location)))
      ),
      Vector(Sink(
        Dataset(DatasetId("file", "/out/2024/01")),
        Vector(ColumnLineage("c", Vector(day1, day2).map(from))),
        Vector(from(elsewhere))
      ))
    ),
    statistics = Map(DatasetId("file", "/out/2024/01") -> Statistics(Some(3), None, None)),
    additions = Additions(Vector(AddedFacet(FacetTarget.Dataset, "f", "{}", Some(day2))))
  )

  test("datasets whose names become the same are one, by namespace and name, wherever an event names them") {
    val named = names(servers)(event)
    val t = DatasetId("s3://raw", "t")
    assert(named.lineage.sources.map(_.id) == Vector(t, DatasetId("s3://other", "t")))
    assert(named.lineage.sources.map(_.locations) == Vector(Vector("t/day=1", "t/day=2"), Vector("t/day=1")))
    assert(named.lineage.sources.head.symlinks.map(_.id) == Vector(t))
    assert(named.lineage.sinks.head.columns.head.dependencies.map(_.source.dataset).distinct == Vector(t))
    assert(named.lineage.sinks.head.rows.head.source.dataset == DatasetId("s3://other", "t"))
    assert(named.statistics.keySet == Set(DatasetId(
      "file",
      "/out"
    )) && named.additions.facets.head.dataset.contains(t))
  }

  test("the subset facet has the locations, unless all of the dataset is touched, too") {
    val pipeline = new EventSerializer(Samples.settings, Redactor.default)
    def json(e: RunEvent) = new ObjectMapper().readTree(pipeline.serialize(names(servers)(e)).line)
    val facets = json(event)
    assert(facets.at(
      "/inputs/0/inputFacets/subset/inputCondition/locations"
    ).toString == "[\"t/day=1\",\"t/day=2\"]")
    assert(facets.at("/outputs/0/outputFacets/subset/outputCondition/locations/0").asText == "/out/2024/01")
    assert(facets.at("/outputs/0/outputFacets/outputStatistics/rowCount").asInt == 3)
    val whole = event.lineage.sources :+ Dataset(DatasetId("s3://raw", "t"))
    assert(json(event.copy(lineage =
      event.lineage.copy(sources = whole)
    )).at("/inputs/0").path("inputFacets").isMissingNode)
  }
}

/** Trims `/v7`. */
class VersionTrimmer extends DatasetNameTrimmer {
  override def canTrim(name: String): Boolean = name.matches(".+/v\\d+")
  override def trim(name: String): String = name.substring(0, name.lastIndexOf('/'))
}

class BrokenTrimmer extends DatasetNameTrimmer {
  override def canTrim(name: String): Boolean = throw new IllegalStateException("broken")
}

class HangingTrimmer extends DatasetNameTrimmer {
  override def canTrim(name: String): Boolean = {
    HangingTrimmer.calls.incrementAndGet()
    new CountDownLatch(1).await() // for ever
    true
  }
}

object HangingTrimmer {
  val calls = new AtomicInteger
}
