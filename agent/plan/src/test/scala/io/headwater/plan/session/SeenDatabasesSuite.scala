package io.headwater.plan.session

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

final class SeenDatabasesSuite extends AnyFunSuite {
  private final class Calls(maxDatabases: Int = 10) {
    val databases = new SeenDatabases(maxDatabases)
    var count = 0
    var answer: Option[URI] = Some(new URI("file:/a"))

    def location(name: String, metastore: Option[String] = None): Option[String] =
      databases.location(metastore, name) { count += 1; answer }.map(_.toString)
  }

  test("each metastore is called once for a database, in any case of its name") {
    val calls = new Calls
    assert(calls.location("d").contains("file:/a") && calls.location("D").contains("file:/a"))
    assert(calls.count == 1)
    calls.location("d", Some("thrift://h:9083"))
    assert(calls.count == 2)
  }

  test("a database without an answer is looked up again") {
    val calls = new Calls
    calls.answer = None
    assert(calls.location("d").isEmpty && calls.location("d").isEmpty && calls.count == 2)
  }

  test("the catalog has the last word on a database that a statement has created") {
    val calls = new Calls
    calls.databases.created(None, "d", new URI("file:/b"))
    assert(calls.location("d").contains("file:/a"))
    calls.answer = None
    calls.databases.changed(None, "d")
    assert(calls.location("d").contains("file:/a"), "the catalog has dropped it")
    calls.databases.dropped(None, "d")
    assert(calls.location("d").isEmpty)
  }

  test("after a missed statement all databases are looked up again") {
    val calls = new Calls
    calls.location("d")
    calls.location("e")
    calls.databases.allChanged()
    calls.location("d")
    calls.location("e")
    assert(calls.count == 4)
  }

  test("a bounded number of databases is kept, the newest") {
    val calls = new Calls(maxDatabases = 2)
    Seq("c", "d", "e", "d", "e", "c").foreach(calls.location(_))
    assert(calls.count == 4)
  }
}
