package io.headwater.shell.extensions.python.peers

import java.lang.ref.WeakReference

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.json.ExactJson
import io.headwater.shell.extensions.snapshot.{Hooks, NodeValues}
import io.headwater.shell.json.Json

class PeerSuite extends AnyFunSuite {
  private def peer(maxAnswer: Int = 1000) = new Peer("s", isHost = false, Hooks.none, maxAnswer)

  /** Answers one request on another thread. */
  private def answering(p: Peer)(answer: String => String): Thread = {
    val thread = new Thread(() => {
      val request = p.exchange(-1, "", 5000)
      val id = ExactJson.read(request).path("id").asLong
      p.exchange(id, answer(request), 0)
      ()
    })
    thread.setDaemon(true)
    thread.start()
    thread
  }

  test("a request is answered") {
    val p = peer()
    answering(p)(r => s"""{"n": ${ExactJson.read(r).path("x").asInt + 1}}""")
    assert(p.call(Json.obj().put("x", 41), LiveNodes.none, 5000).map(_.path("n").asInt) == Right(42))
  }

  test("a request that nobody takes ends at its deadline and is not delivered later") {
    val p = peer()
    assert(p.call(Json.obj(), LiveNodes.none, 50) == Left("no answer within 50 ms"))
    assert(p.exchange(-1, "", 0) == "")
    assert(p.silentMillis > 0 || p.exchange(-1, "", 0) == "")
  }

  test("three failures in a row suspend the process; an answer in between starts the count again") {
    val p = peer()
    def fail() = p.call(Json.obj(), LiveNodes.none, 1)
    fail(); fail()
    answering(p)(_ => "{}")
    assert(p.call(Json.obj(), LiveNodes.none, 5000).isRight)
    fail(); fail()
    assert(!p.isSuspended)
    fail()
    assert(p.isSuspended)
  }

  test("an answer that is too long or is no JSON object gives an error without its content") {
    val p = peer(maxAnswer = 20)
    answering(p)(_ => "{\"a\": \"" + "x" * 100 + "\"}")
    assert(p.call(Json.obj(), LiveNodes.none, 5000).left.exists(_.contains("the limit is 20")))
    val q = peer()
    answering(q)(_ => "[\"hunter2\"]")
    assert(q.call(Json.obj(), LiveNodes.none, 5000) == Left("the answer is no JSON object"))
  }

  test("a transport with the spool that does not answer delays and suspends no request for an event") {
    val p = peer()
    val slow = new Thread(() => { p.exchange("acme:bus", -1, "", 5000); () })
    slow.start()
    for (_ <- 1 to 3) assert(p.deliver("acme:bus", Json.obj(), 20) == Left("no answer within 20 ms"))
    slow.join()
    assert(p.isSuspended("acme:bus"))
    assert(!p.isSuspended)
    assert(!p.isSuspended("acme:other"))
    answering(p)(_ => "{}")
    assert(p.call(Json.obj(), LiveNodes.none, 5000).isRight)
  }

  test("a transport with the spool gets no request for an event, and its answer none") {
    val p = peer()
    val event = new Thread(() => { p.call(Json.obj().put("kind", "event"), LiveNodes.none, 5000); () })
    event.start()
    assert(p.exchange("acme:bus", -1, "", 50) == "")
    answering(p)(_ => "{}")
    event.join()
    p.disconnect("the process has left")
    assert(p.deliver("acme:bus", Json.obj(), 5000) == Left("the process has left"))
    assert(p.isSuspended("acme:later"))
  }

  test("when a process disconnects, its current request ends at once") {
    val p = peer()
    val thread = new Thread(() => { Thread.sleep(50); p.disconnect("the process has ended") })
    thread.start()
    val started = System.nanoTime
    assert(p.call(Json.obj(), LiveNodes.none, 30000) == Left("the process has ended"))
    assert((System.nanoTime - started) / 1000000 < 10000)
    assert(p.call(Json.obj(), LiveNodes.none, 30000) == Left("the process has ended"))
  }

  test("after a call the peer refers to no plan node") {
    val p = peer()
    answering(p)(_ => "{}")
    val nodes = new WeakReference(PeerSuite.nodes())
    p.call(Json.obj(), new LiveNodes(nodes.get(), NodeValues.plain), 5000)
    val collected = Iterator.continually { System.gc(); nodes.get() == null }.take(50).contains(true)
    assert(collected && !p.isSuspended)
  }

  test("an answer to another request than the current one is ignored") {
    val p = peer()
    val thread = new Thread(() => {
      val id = ExactJson.read(p.exchange(-1, "", 5000)).path("id").asLong
      p.exchange(id + 1, "{}", 0)
      ()
    })
    thread.start()
    assert(p.call(Json.obj(), LiveNodes.none, 300).isLeft)
  }

  test("values of a node can be read only until its request is answered") {
    val p = peer()
    var seen: Either[String, Any] = Right(())
    val thread = new Thread(() => {
      val id = ExactJson.read(p.exchange(-1, "", 5000)).path("id").asLong
      seen = p.live(id, 0, "x")
      p.exchange(id, "{}", 0)
      ()
    })
    thread.start()
    p.call(Json.obj(), LiveNodes.none, 5000)
    assert(seen == Left("there is no node 0"))
    assert(p.live(1, 0, "x") == Left("the event is over"))
  }
}

private object PeerSuite {

  /** Returns a new object each time, since the function refers to an array. */
  def nodes(): Int => Option[LogicalPlan] = {
    val held = new Array[Byte](1000)
    i => if (i < held.length) None else throw new IllegalArgumentException(s"node $i")
  }
}
