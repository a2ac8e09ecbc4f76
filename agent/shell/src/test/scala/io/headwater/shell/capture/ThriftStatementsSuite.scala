package io.headwater.shell.capture

import org.scalatest.funsuite.AnyFunSuite

class ThriftStatementsSuite extends AnyFunSuite {
  private val alice = ClientSession("thrift", "alice", "session-1", "statement-1")
  private val bob = ClientSession("thrift", "bob", "session-2", "statement-2")
  private val text = "SELECT 1"

  private def both(): ThriftStatements = {
    val statements = new ThriftStatements
    statements.started(alice, "group-1", text)
    statements.started(bob, "group-2", text)
    statements
  }

  test("the job group tells the statement") {
    assert(both().session(Set.empty, Some("group-2"), Some(text)).contains(bob))
    assert(both().session(Set.empty, Some("nightly"), Some(text)).isEmpty)
  }

  test("without a group, the text tells the statement if it runs once") {
    val statements = both()
    assert(statements.session(Set.empty, None, Some(text)).isEmpty)
    statements.ended(alice.operation)
    assert(statements.session(Set.empty, None, Some(text)).contains(bob))
    assert(statements.session(Set.empty, None, Some("SELECT 2")).isEmpty)
    statements.ended(bob.operation)
    assert(statements.session(Set.empty, None, Some(text)).isEmpty)
    assert(statements.session(Set.empty, Some("group-2"), None).contains(bob), "its last query ends later")
  }
}
