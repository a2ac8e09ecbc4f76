package io.headwater.shell.capture

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.naming.AgentJobTag

class ClientSessionSuite extends AnyFunSuite {
  private val session = "6f3b1c5e-0b1a-4d52-9d5f-3f7a2c1e9b10"
  private val operation = "0e9d7a44-5a51-4b7e-8f0c-7d1f4a6b2c33"

  private def tagged(user: String, own: String*): Set[String] =
    Set(s"SparkConnect_OperationTag_User_${user}_Session_${session}_Operation_$operation") ++
      own.map(tag => s"SparkConnect_SessionTag_User_${user}_Session_${session}_Tag_$tag")

  test("the tags of a Connect operation contain user, session, operation and the client's tags") {
    val found = ClientSession.ofConnect(tagged("alice", "nightly", "gold_Tag_x"))
    assert(found.contains(ClientSession(
      "connect",
      "alice",
      session,
      operation,
      Vector("gold_Tag_x", "nightly")
    )))
  }

  test("a tag that tells the agent something is not a tag of the client") {
    val tags = tagged("alice", "nightly", "headwater-job:daily orders", "headwater-facet:{}")
    assert(ClientSession.ofConnect(tags).exists(_.tags == Vector("nightly")))
    assert(AgentJobTag.jobName.texts(tags) == Vector("daily orders"))
  }

  test("a user's name may contain the separators") {
    for (user <- Seq("", "a_b", "x_Session_y", "_User_", "ann\nlee"))
      assert(ClientSession.ofConnect(tagged(user)).map(_.user).contains(user))
  }

  test("other tags are not those of a Connect client") {
    val others = Set("headwater-job-1", "SparkConnect_OperationTag_User_a_Session_s_Operation_o", "")
    assert(ClientSession.ofConnect(others).isEmpty && ClientSession.ofConnect(Set.empty).isEmpty)
  }
}
