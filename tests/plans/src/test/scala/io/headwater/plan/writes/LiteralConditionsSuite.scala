package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Lifecycle, Sink}
import io.headwater.plan.{Rendering, TestSpark}

/** Changes of rows whose condition is a literal: `true` holds for all rows, `false` and a null for none. */
final class LiteralConditionsSuite extends AnyFunSuite {
  private val orders = "memory.shop.orders"
  private val unchanged = Vector("id", "amount").map(c => s"$c <- shop.orders.$c IDENTITY")
  TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)

  private def changed(statement: String): Sink =
    TestSpark.lineage.of(TestSpark.analyzed(statement)).sinks.head

  private def columns(statement: String): Vector[String] = changed(statement).columns.map(Rendering.column)

  test("a DELETE for no row is no truncation") {
    Seq("false", "null").foreach { condition =>
      val sink = changed(s"DELETE FROM $orders WHERE $condition")
      assert(sink.dataset.lifecycle.isEmpty && sink.columns.map(Rendering.column) == unchanged, condition)
    }
    assert(changed(s"DELETE FROM $orders WHERE true").dataset.lifecycle.contains(Lifecycle.Truncate))
  }

  test("an UPDATE for no row changes no column") {
    assert(columns(s"UPDATE $orders SET amount = id WHERE false") == unchanged)
    assert(columns(s"UPDATE $orders SET amount = id WHERE true").last.startsWith("amount <- shop.orders.id "))
  }

  test("a clause of a MERGE for no row changes no column") {
    val merge = s"MERGE INTO $orders o USING t ON o.id = t.a WHEN MATCHED AND"
    assert(columns(s"$merge false THEN UPDATE SET amount = t.b") == unchanged)
    assert(columns(s"$merge true THEN UPDATE SET amount = t.b").last.contains("t.b "))
  }

  test("no clause of a MERGE applies after one that always applies") {
    val merge =
      s"MERGE INTO $orders o USING t ON o.id = t.a WHEN MATCHED AND true THEN UPDATE SET amount = t.b"
    val sink = changed(
      s"$merge WHEN MATCHED AND t.d > '2020-01-01' THEN DELETE WHEN MATCHED THEN UPDATE SET amount = t.a"
    )
    assert(sink.columns.map(Rendering.column) == unchanged.take(1) :+
      "amount <- t.b TRANSFORMATION, shop.orders.amount IDENTITY")
    assert(sink.rows.map(Rendering.source) == Vector("t.a JOIN", "shop.orders.id JOIN"))
  }

  test("a MERGE without a clause that can apply changes nothing") {
    val sink = changed(
      s"MERGE INTO $orders o USING t ON o.id = t.a WHEN NOT MATCHED AND false THEN INSERT (id) VALUES (a)"
    )
    assert(sink.columns.map(Rendering.column) == unchanged && sink.rows.isEmpty)
  }

  test("a MERGE on a condition that never holds matches no row") {
    Seq("false", "null").foreach { on =>
      val update =
        s"MERGE INTO $orders o USING t ON $on WHEN MATCHED AND t.a > 1 THEN UPDATE SET amount = t.b"
      val nothing = changed(update)
      assert(nothing.columns.map(Rendering.column) == unchanged && nothing.rows.isEmpty, on)
      val inserts = changed(s"$update WHEN NOT MATCHED THEN INSERT (id, amount) VALUES (a, a)")
      assert(inserts.columns.map(Rendering.column) == Vector("id", "amount").map(c =>
        s"$c <- t.a TRANSFORMATION"
      ))
      assert(inserts.rows.isEmpty)
    }
  }
}
