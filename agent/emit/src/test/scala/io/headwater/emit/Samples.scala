package io.headwater.emit

import java.time.Instant
import java.util.UUID

import io.headwater.emit.facets.EventSettings
import io.headwater.model.{
  Application,
  Catalog,
  Certainty,
  ColumnLineage,
  ColumnMetrics,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  EventType,
  Field,
  Gap,
  JobId,
  JobType,
  Kind,
  Level,
  Lifecycle,
  Parent,
  PlanLineage,
  QualityMetrics,
  RunError,
  RunEvent,
  RunRef,
  Sink,
  Statistics,
  Storage,
  Symlink,
  Transformation
}

/** Events with all facets. */
object Samples {
  val settings: EventSettings = EventSettings("0.1.0", disabled = Set("spark_unknown"), descriptions = true)
  val app: Application = Application(
    "app-1",
    "nightly",
    "3.5.9",
    "local[2]",
    Some("client"),
    Some("driver"),
    Some("bob"),
    Some("http://driver:4040")
  )
  private val ids = Vector.tabulate(3)(i => UUID.fromString(s"0190f5a8-0000-7000-8000-00000000000$i"))
  private val root = RunRef(ids(0), JobId("airflow", "dag.task"))
  private val parent = RunRef(ids(1), JobId("default", "nightly"))
  val run: RunRef = RunRef(ids(2), JobId("default", "nightly.insert.out"))

  private val address =
    Field("address", Some("struct"), None, Vector(Field("city", Some("string"), Some("where"))))
  val orders: Dataset = Dataset(
    DatasetId("s3://bucket", "orders"),
    Vector(Field("id", Some("bigint"), Some("key")), Field("password", Some("string")), address),
    Vector(Symlink(DatasetId("hive://h:9083", "db.orders"), Symlink.Kind.Table)),
    Some(Catalog(
      "iceberg",
      "jdbc",
      "cat",
      Some("jdbc:postgresql://u:p@h/db"),
      Some("s3://bucket/wh"),
      Map("account_identifier" -> "org-acct")
    )),
    Some(Storage("iceberg", "parquet")),
    Some("42"),
    None,
    Some("All orders."),
    Map(
      "tags" -> "{\"tags\":[{\"key\":\"pii\",\"value\":\"yes\",\"source\":\"USER\"}]}",
      "broken" -> "{\"a\":"
    ),
    hierarchy = Vector(
      Level(Level.Kind.Catalog, "cat"),
      Level(Level.Kind.Database, "db"),
      Level(Level.Kind.Table, "orders")
    ),
    quality = Some(QualityMetrics(
      Some(3),
      Some(1000),
      Vector(
        "id" -> ColumnMetrics(Some(0), Some(3), Some(1), Some(2.5)),
        "password" -> ColumnMetrics(Some(1))
      )
    ))
  )

  private def ref(path: String) = ColumnRef(orders.id, path)
  val out: Sink = Sink(
    Dataset(
      DatasetId("file", "/out"),
      Vector(
        Field("id", Some("bigint")),
        Field("n", Some("int")),
        Field("u", Some("string")),
        Field("x", Some("string"))
      ),
      lifecycle = Some(Lifecycle.Overwrite)
    ),
    Vector(
      ColumnLineage("id", Vector(Dependency(ref("id"), Vector(Transformation(Kind.Identity))))),
      ColumnLineage("n", Vector.empty),
      ColumnLineage(
        "u",
        Vector(
          Dependency(
            ref("password"),
            Vector(Transformation(Kind.Transformation, masking = true, "sha2(password, 256)"))
          ),
          Dependency(ref("address.city"), Vector(Transformation(Kind.Transformation)))
        ),
        Certainty.Opaque
      ),
      ColumnLineage("x", Vector.empty, Certainty.Unknown)
    ),
    Vector(Dependency(ref("id"), Vector(Transformation(Kind.Filter, description = "id > 5"))))
  )
  val renamed: Sink =
    Sink(Dataset(DatasetId("file", "/new"), lifecycle = Some(Lifecycle.Rename(DatasetId("file", "/old")))))
  private val gap = Gap("org.x.Weird", "columns", "no rule for this node")

  def event(kind: EventType): RunEvent = RunEvent(
    kind,
    Instant.parse("2026-01-02T03:04:05.678Z"),
    run,
    JobType.sql,
    app,
    Some(Parent(parent, root)),
    PlanLineage(Vector(orders), Vector(out, renamed), Vector(gap, gap)),
    if (kind.isTerminal) Map(out.dataset.id -> Statistics(Some(10), Some(1000), Some(2))) else Map.empty,
    Some("INSERT OVERWRITE out SELECT id, 1 AS n FROM orders WHERE id > 5"),
    Map("spark.master" -> "local[2]", "spark.app.name" -> "nightly"),
    if (kind == EventType.Fail)
      Some(RunError("no space", Some("java.io.IOException: no space\n\tat a.B.c(B.scala:1)")))
    else None,
    Map("shed" -> 0L),
    description = Some("orders of the day"),
    parameters = Vector("least" -> "5", "db.password" -> "PW1")
  )

  val all: Vector[RunEvent] =
    Vector(EventType.Start, EventType.Running, EventType.Complete, EventType.Fail, EventType.Abort).map(event)
}
