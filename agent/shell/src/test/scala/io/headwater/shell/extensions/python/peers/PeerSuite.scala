package io.headwater.shell.extensions.python.peers

import java.lang.ref.WeakReference

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.extensions.snapshot.{Hooks, NodeValues}
import io.headwater.shell.json.Json

class PeerSuite extends AnyFunSuite {
  private def peer(most: Int = 1000) = new Peer("s", isHost = false, Hooks.none, most)

  /** Answers one request with `answer`, in a thread of its own. */
  private def answering(p: Peer)(answer: String => String): Thread = {
    val thread = new Thread(() => {
      val request = p.exchange(-1, "", 5000)
      val id = Json.mapper.readTree(request).path("id").asLong
      p.exchange(id, answer(request), 0)
      ()
    })
    thread.setDaemon(true)
    thread.start()
    thread
  }

  test("a request is parked for, and its answer comes back") {
    val p = peer()
    answering(p)(r => s"""{"n": ${Json.mapper.readTree(r).path("x").asInt + 1}}""")
    assert(p.ask(Json.obj().put("x", 41), LiveNodes.nothing, 5000).map(_.path("n").asInt) == Right(42))
  }

  test("nobody there: the deadline ends it, and the request is not answered later") {
    val p = peer()
    assert(p.ask(Json.obj(), LiveNodes.nothing, 50) == Left("no answer within 50 ms"))
    assert(p.exchange(-1, "", 0) == "")
    assert(p.late > 0 || p.exchange(-1, "", 0) == "")
  }

  test("three failures in a row make it rest; an answer in between does not") {
    val p = peer()
    def fail() = p.ask(Json.obj(), LiveNodes.nothing, 1)
    fail(); fail()
    answering(p)(_ => "{}")
    assert(p.ask(Json.obj(), LiveNodes.nothing, 5000).isRight)
    fail(); fail()
    assert(!p.rests)
    fail()
    assert(p.rests)
  }

  test("an answer that is too long, or no JSON object, is an error in words and without its text") {
    val p = peer(most = 20)
    answering(p)(_ => "{\"a\": \"" + "x" * 100 + "\"}")
    assert(p.ask(Json.obj(), LiveNodes.nothing, 5000).left.exists(_.contains("20 is the most")))
    val q = peer()
    answering(q)(_ => "[\"hunter2\"]")
    assert(q.ask(Json.obj(), LiveNodes.nothing, 5000) == Left("an answer that is not a JSON object"))
  }

  test("one that leaves ends what it was being asked at once") {
    val p = peer()
    val thread = new Thread(() => { Thread.sleep(50); p.leave("the process has ended") })
    thread.start()
    val started = System.nanoTime
    assert(p.ask(Json.obj(), LiveNodes.nothing, 30000) == Left("the process has ended"))
    assert((System.nanoTime - started) / 1000000 < 10000)
    assert(p.ask(Json.obj(), LiveNodes.nothing, 30000) == Left("the process has ended"))
  }

  test("what was asked about is let go of, whoever keeps the peer") {
    val p = peer()
    answering(p)(_ => "{}")
    val nodes = new WeakReference(PeerSuite.nodes())
    p.ask(Json.obj(), new LiveNodes(nodes.get(), NodeValues.plain), 5000)
    val gone = Iterator.continually { System.gc(); nodes.get() == null }.take(50).contains(true)
    assert(gone && !p.isGone)
  }

  test("an answer to another request than the open one is not taken") {
    val p = peer()
    val thread = new Thread(() => {
      val id = Json.mapper.readTree(p.exchange(-1, "", 5000)).path("id").asLong
      p.exchange(id + 1, "{}", 0)
      ()
    })
    thread.start()
    assert(p.ask(Json.obj(), LiveNodes.nothing, 300).isLeft)
  }

  test("a node can be looked into only while its event is open") {
    val p = peer()
    var seen: Either[String, Any] = Right(())
    val thread = new Thread(() => {
      val id = Json.mapper.readTree(p.exchange(-1, "", 5000)).path("id").asLong
      seen = p.live(id, 0, "x")
      p.exchange(id, "{}", 0)
      ()
    })
    thread.start()
    p.ask(Json.obj(), LiveNodes.nothing, 5000)
    assert(seen == Left("there is no node 0"))
    assert(p.live(1, 0, "x") == Left("the event is over"))
  }
}

private object PeerSuite {

  /** Another function each time: it holds something. */
  def nodes(): Int => Option[LogicalPlan] = {
    val held = new Array[Byte](1000)
    i => if (i < held.length) None else throw new IllegalArgumentException(s"node $i")
  }
}
