package io.headwater.util

import java.time.Duration
import java.util.concurrent.CountDownLatch

import org.scalatest.funsuite.AnyFunSuite

class DeadlineThreadsSuite extends AnyFunSuite {
  private val long = Duration.ofSeconds(30)
  private def thread(threads: DeadlineThreads): Thread = threads.within(long)(Thread.currentThread).get

  test("the thread of a call serves the next one") {
    val threads = new DeadlineThreads("some-name")
    val first = thread(threads)
    // a thread is ready a moment after its caller has the result
    val others = Iterator.continually { Thread.sleep(5); thread(threads) }.take(100)
    assert(others.contains(first))
    assert(first.isDaemon && first.getName == "some-name")
    threads.close()
    first.join(long.toMillis)
    assert(!first.isAlive)
  }

  test("a call that hangs is interrupted, and the next one does not wait for it") {
    val threads = new DeadlineThreads("some-name")
    val interrupted = new CountDownLatch(1)
    val result = threads.within(Duration.ofMillis(50)) {
      try Thread.sleep(long.toMillis)
      catch { case e: InterruptedException => interrupted.countDown(); throw e }
    }
    assert(result.failed.toOption.exists(Deadline.isTimeout))
    assert(threads.within(long)("next").toOption.contains("next"))
    interrupted.await()
    threads.close()
  }

  test("what a call throws is its result, also a fatal error") {
    val threads = new DeadlineThreads("some-name")
    val thrown = new LinkageError("no class")
    assert(threads.within(long)(throw thrown).failed.toOption.contains(thrown))
    threads.close()
    assert(threads.within(long)("late").isFailure)
  }
}
