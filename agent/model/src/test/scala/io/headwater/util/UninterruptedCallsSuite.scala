package io.headwater.util

import java.time.Duration
import java.util.concurrent.CountDownLatch

import org.scalatest.concurrent.Eventually._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}

class UninterruptedCallsSuite extends AnyFunSuite {
  private val calls = new UninterruptedCalls("test", Duration.ofSeconds(30), Duration.ofMillis(100))
  private val impatient = new UninterruptedCalls("test", Duration.ofMillis(100))

  private def isTimeout(outcome: scala.util.Try[_]): Boolean = outcome.fold(Deadline.isTimeout, _ => false)

  test("the outcome of a call is its value, or what it throws") {
    assert(calls(1).get == 1)
    assert(calls(throw new IllegalStateException).failed.get.isInstanceOf[IllegalStateException])
    assert(!calls.isLate)
  }

  test("nothing is called while a call that was too slow still runs, and everything after it") {
    val answers = new CountDownLatch(1)
    assert(isTimeout(impatient(answers.await())))
    var called = false
    assert(isTimeout(impatient { called = true }))
    assert(!called && impatient.isLate)
    answers.countDown()
    eventually(timeout(Span(10, Seconds)))(assert(impatient(2).toOption.contains(2)))
    assert(!impatient.isLate)
  }

  test("after a call that was too slow, the next one has the short limit") {
    val late = new UninterruptedCalls("test", Duration.ofMillis(100), Duration.ofMillis(1))
    val slow = new CountDownLatch(1)
    assert(isTimeout(late(slow.await())))
    slow.countDown()
    eventually(timeout(Span(10, Seconds))) {
      // a call of 50 ms is within the first limit, and not within the short one
      var ran = false
      val outcome = late { ran = true; Thread.sleep(50) }
      assert(ran && isTimeout(outcome))
    }
  }
}
