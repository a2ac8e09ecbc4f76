package io.headwater.emit.breaker

import java.lang.management.MemoryUsage

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.redaction.Redactor

class CircuitBreakerSuite extends AnyFunSuite {
  private def read(entries: (String, String)*) = {
    val section = Branch(entries.map { case (k, v) => k -> Leaf(v) }.toMap)
    CircuitBreaker.read("circuitBreaker", Some(section), Redactor.default)
  }
  private def breaker(entries: (String, String)*): CircuitBreaker =
    read(entries: _*).fold(p => fail(p.line), identity)
  private def problem(entries: (String, String)*): String =
    read(entries: _*).fold(_.line, _ => fail("no problem"))

  // rows: breaker.static
  test("static follows its list of flags, then stays tripped") {
    val b = breaker("type" -> "static", "valuesReturned" -> "false,true,false")
    assert(Vector.fill(4)(b.tripped.isDefined) == Vector(false, true, false, true))
  }

  // rows: breaker.simple-memory
  test("simpleMemory trips at its threshold of available memory") {
    val heap = new FreeMemoryBreaker(20, () => (10L, 60L, 100L)) // 10 free of 60, 40 not yet asked for
    assert(heap.tripped.isEmpty)
    assert(new FreeMemoryBreaker(50, () => (10L, 60L, 100L)).tripped.isDefined)
    assert(breaker("type" -> "simpleMemory", "memoryThreshold" -> "100").tripped.isDefined)
    assert(breaker("type" -> "simpleMemory", "memoryThreshold" -> "0").tripped.isEmpty)
  }

  // rows: breaker.java-runtime
  test("javaRuntime needs both conditions, and never trips at the first check") {
    var (spent, now) = (0L, 0L)
    val low: CircuitBreaker = new FreeMemoryBreaker(100, () => (0L, 100L, 100L))
    val b = new GarbageCollectionBreaker(low, 10, () => spent, () => now)
    assert(b.tripped.isEmpty)
    spent = 50; now = 100
    assert(b.tripped.exists(_.contains("50% of the time")))
    spent = 55; now = 200
    assert(b.tripped.isEmpty)
    val enough =
      new GarbageCollectionBreaker(new FreeMemoryBreaker(0, () => (1L, 1L, 1L)), 10, () => spent, () => now)
    enough.tripped
    spent = 255; now = 400
    assert(enough.tripped.isEmpty)
  }

  // rows: breaker.none
  test("by default only a heap that is full after garbage collection trips") {
    def heap(before: Long, now: Long) = new FullHeapBreaker(() =>
      Some((new MemoryUsage(0, before, 100, 100), new MemoryUsage(0, now, 100, 100)))
    )
    assert(heap(98, 98).tripped.isDefined)
    assert(heap(98, 90).tripped.isEmpty && heap(10, 99).tripped.isEmpty)
    assert(new FullHeapBreaker(() => None).tripped.isEmpty)
    assert(CircuitBreaker.read("circuitBreaker", None, Redactor.default).exists(_.tripped.isEmpty))
  }

  // rows: breaker.timeout
  test("the types that protect Spark's listener bus never trip") {
    for (kind <- Vector("noop", "timeout", "asyncTaskQueue"))
      assert(breaker("type" -> kind, "timeoutInSeconds" -> "1").tripped.isEmpty)
  }

  test("an invalid setting is named") {
    assert(problem("type" -> "sometimes").startsWith("circuitBreaker.type is \"sometimes\": unknown"))
    assert(problem().startsWith("circuitBreaker.type: missing"))
    assert(problem("type" -> "simpleMemory", "memoryThreshold" -> "1000").contains("not a percentage"))
  }
}
