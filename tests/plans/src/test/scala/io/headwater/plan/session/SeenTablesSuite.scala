package io.headwater.plan.session

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId}

final class SeenTablesSuite extends AnyFunSuite {
  private val table = Identifier.of(Array("db"), "t")
  private def dataset(name: String) = Dataset(DatasetId("file", name))

  test("sessions with other settings of a catalog have other tables") {
    val all = new SeenTables
    val (first, same, other) = (all.of(_ => "a"), all.of(_ => "a"), all.of(_ => "b"))
    first.remember("lake", table, dataset("/one/t"))
    assert(same.dataset("lake", table).contains(dataset("/one/t")))
    assert(other.dataset("lake", table).isEmpty)
    other.remember("lake", table, dataset("/two/t"))
    other.forgetAll("lake", Seq("db"))
    assert(other.dataset("lake", table).isEmpty && first.dataset("lake", table).nonEmpty)
    first.forget("lake", table)
    assert(same.dataset("lake", table).isEmpty)
  }

  test("all sessions have the tables of Spark's own catalog") {
    val all = new SeenTables
    val (first, other) = (all.of(_ => "a"), all.of(_ => "b"))
    val name = TableIdentifier("t", Some("Db"))
    first.remember(name, SeenTable(None, managed = true))
    assert(other(name).nonEmpty)
    other.forgetAll(SeenTables.sessionCatalog, Seq("db"))
    assert(first(name).isEmpty)
  }
}
