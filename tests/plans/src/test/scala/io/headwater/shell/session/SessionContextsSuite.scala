package io.headwater.shell.session

import java.net.URI

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.internal.SQLConf
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.TestSpark
import io.headwater.plan.session.{CheckpointedRdds, SeenTables}

final class SessionContextsSuite extends AnyFunSuite {
  private val contexts =
    new SessionContexts(
      TestSpark.shim,
      new SeenTables,
      new CheckpointedRdds,
      new RememberedLineage,
      false,
      false
    )

  private def session(settings: (String, String)*): SparkSession = {
    val session = TestSpark.spark.newSession()
    settings.foreach { case (key, value) => session.conf.set(key, value) }
    session
  }

  test("a query knows the tables that a stream of its session has shown, and the other way round") {
    val lake = session("spark.sql.catalog.lake" -> "acme.Catalog")
    def ofQuery(in: SparkSession) = contexts.of(in.range(1).queryExecution)
    val table = Identifier.of(Array("db"), "t")
    contexts.of(lake).tables.remember("lake", table, Dataset(DatasetId("file", "/lake/t")))
    assert(ofQuery(lake).tables.dataset("lake", table).map(_.id.name).contains("/lake/t"))
    ofQuery(lake).tables.remember("lake", table, Dataset(DatasetId("file", "/moved/t")))
    assert(contexts.of(lake).tables.dataset("lake", table).map(_.id.name).contains("/moved/t"))
    assert(contexts.of(session()).tables.dataset("lake", table).isEmpty)
  }

  test("a stream knows the catalog of its session") {
    val other = session()
    other.sql("CREATE DATABASE of_streams")
    try {
      other.sql("USE of_streams")
      val context = contexts.of(other)
      assert(context.current().database == "of_streams")
      assert(context.databaseLocation.flatMap(_("of_streams")).exists(_.getPath.endsWith("/of_streams.db")))
      assert(context.tableInCatalog(TableIdentifier("t", Some("default"))).exists(_.nonEmpty))
      other.range(1).createOrReplaceTempView("of_stream")
      assert(context.temporaryView(TableIdentifier("of_stream")).map(_.fieldNames.toSeq).contains(Seq("id")))
    } finally other.sql("DROP DATABASE of_streams")
  }

  test(
    "a statement that sets variables and is not read puts only its own session in doubt, if that is known"
  ) {
    val (own, other) = (session(), session())
    contexts.of(other)
    contexts.planUnread("SetVariable", Some(own.range(1).queryExecution))
    assert(!contexts.of(own).variables.isEmpty)
    assert(Seq(other, session()).forall(contexts.of(_).variables.isEmpty))
    contexts.planUnread("SetVariable", None)
    assert(Seq(other, session()).forall(!contexts.of(_).variables.isEmpty))
  }

  test("a plan is read with the settings of its session") {
    val tokyo = session("spark.sql.session.timeZone" -> "Asia/Tokyo")
    assert(contexts.of(tokyo).withSettings(SQLConf.get.sessionLocalTimeZone) == "Asia/Tokyo")
  }

  test("the default file system is that of the session") {
    val here = contexts.of(session()).qualified(new URI("/t"))
    assert(here == new URI("file:/t"))
    val other = contexts.of(session("fs.defaultFS" -> "hdfs://nn:8020"))
    assert(other.qualified(new URI("/t")) == new URI("hdfs://nn:8020/t"))
  }
}
