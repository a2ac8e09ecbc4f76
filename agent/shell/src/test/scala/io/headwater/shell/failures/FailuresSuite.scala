package io.headwater.shell.failures

import org.scalatest.funsuite.AnyFunSuite

final class FailuresSuite extends AnyFunSuite {

  test("of what Spark tells of a stream's end, the message is what comes before the stack") {
    val trace = "java.lang.IllegalStateException: no\nsuch thing\n\tat a.B.c(B.scala:1)\nCaused by: d"
    val error = Failures.ofStackTrace(trace)
    assert(error.message == "java.lang.IllegalStateException: no\nsuch thing")
    assert(error.stackTrace.contains(trace))
  }

  test("a text that is all stack is an error all the same") {
    assert(Failures.ofStackTrace("\tat a.B").message == "\tat a.B")
  }

  test("the message of a query's failure is what comes before the stack, which is the stack trace's") {
    val failures = Seq(
      new IllegalStateException("no\nsuch thing") -> "java.lang.IllegalStateException: no\nsuch thing",
      new UnsupportedOperationException -> "java.lang.UnsupportedOperationException"
    )
    for ((failure, message) <- failures) {
      val error = Failures.of(Some(failure), Some(Failures.stack(failure))) // as Spark sends it
      assert(error.map(_.message).contains(message))
      assert(error.flatMap(_.stackTrace).contains(Failures.stack(failure)))
    }
    val aborted = new RuntimeException("Job aborted: Task 0 failed: a.B: no\n\tat a.C\n\nDriver stacktrace:")
    assert(Failures.of(Some(aborted), Some("{}")).exists(_.message == "Job aborted: Task 0 failed: a.B: no"))
  }

  test("no text is cut: one that is cut in a secret cannot be redacted") {
    val long = "x" * 1000000
    val errors = Seq(
      Failures.of(Some(new RuntimeException(long)), None),
      Failures.of(None, Some(long)),
      Some(Failures.ofStackTrace(s"$long\n\tat a.B"))
    )
    for (error <- errors) assert(error.exists(_.message == long))
    for (error <- Seq(errors.head, errors.last))
      assert(error.flatMap(_.stackTrace).exists(_.length > 1000000))
  }

  test("an exception whose own methods throw is an error all the same") {
    final class Broken extends RuntimeException {
      override def getMessage: String = throw new StackOverflowError
    }
    val error = Failures.of(Some(new Broken), None)
    assert(error.exists(e => e.message == classOf[Broken].getName && !e.isStopped))
  }

  // what each line of Spark says
  private val old = "Job 3 cancelled part of cancelled job group nightly"
  private val now =
    "[SPARK_JOB_CANCELLED] Job 3 cancelled part of cancelled job tags a,b SQLSTATE: XXKDA"

  private def stopped(failure: Throwable): Boolean = Failures.of(Some(failure), None).exists(_.isStopped)

  test("a job that was cancelled was stopped, however deep Spark says so") {
    for (message <- Seq(old, now, "Job 0 cancelled because SparkContext was shut down", "Job 7 cancelled ")) {
      assert(stopped(new RuntimeException(message)))
      assert(stopped(new RuntimeException("Writing job aborted", new RuntimeException(message))))
      assert(Failures.of(None, Some(message)).exists(_.isStopped))
      val trace =
        s"org.x.StreamingQueryException: gone\n\tat a.B\nCaused by: org.x.SparkException: $message\n\tat"
      assert(Failures.ofStackTrace(trace).isStopped)
    }
    assert(stopped(new RuntimeException(new InterruptedException)))
  }

  test("what failed was not stopped, whatever its text, or its tasks, say of it") {
    val task = "Job aborted due to stage failure: Task 0 failed"
    val others = Seq("no", "the report says: Job 3 cancelled", "Job 3 cancelledness", "Job cancelled", null)
    for (message <- others) {
      assert(!stopped(new RuntimeException(message)))
      assert(!Failures.ofStackTrace(s"a.B: $message\n\tat Job 3 cancelled").isStopped)
    }
    assert(!stopped(new RuntimeException(task, new InterruptedException)))
    val circle = new RuntimeException("a")
    circle.initCause(new RuntimeException("b", circle))
    assert(!stopped(circle))
  }

  test("an exit code says whether a signal ended the program") {
    assert(Seq(130, 137, 143).map(Failures.exit).forall(_.isStopped))
    assert(!Seq(1, 3, 127, 255, 139).map(Failures.exit).exists(_.isStopped)) // 139: a crash
  }

  test("a stack trace for the log has a bounded number of frames of each cause, and every message") {
    def deep(n: Int): Nothing =
      if (n == 0) throw new IllegalStateException("inner") else { val x = deep(n - 1); x }
    val inner = intercept[IllegalStateException](deep(50))
    val lines = Failures.stack(new RuntimeException("outer", inner), 20).linesIterator.toVector
    val headers = lines.filterNot(_.startsWith("\t"))
    assert(headers == Vector(
      "java.lang.RuntimeException: outer",
      "Caused by: java.lang.IllegalStateException: inner"
    ))
    val (outer, ofCause) = lines.span(!_.startsWith("Caused by"))
    assert(Vector(outer, ofCause).map(_.count(_.startsWith("\tat "))) == Vector(20, 20))
  }
}
