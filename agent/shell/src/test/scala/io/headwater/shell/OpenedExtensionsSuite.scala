package io.headwater.shell

import scala.collection.mutable

import org.scalatest.funsuite.AnyFunSuite

final class OpenedExtensionsSuite extends AnyFunSuite {

  private final class Recorded extends ApplicationResource {
    val limits: mutable.Buffer[Long] = mutable.Buffer.empty
    var closed = 0
    def limitTo(millis: Long): Unit = { limits += millis; () }
    def close(): Unit = closed += 1
  }

  test("extensions that are opened after the application has ended are limited and closed at once") {
    val (extensions, late) = (new OpenedExtensions[Recorded], new Recorded)
    extensions.limitTo(60000)
    extensions.close()
    extensions.open(late)
    assert(late.limits.size == 1 && late.limits.forall(m => m > 0 && m <= 60000))
    assert(late.closed == 1 && extensions.get.contains(late))
  }

  test("a limit that is over leaves no time") {
    val (extensions, late) = (new OpenedExtensions[Recorded], new Recorded)
    extensions.limitTo(-1)
    extensions.open(late)
    assert(late.limits == Seq(0L) && late.closed == 0)
  }

  test("extensions that are open are limited and closed when the application ends, once") {
    val (extensions, open) = (new OpenedExtensions[Recorded], new Recorded)
    extensions.open(open)
    assert(open.limits.isEmpty && open.closed == 0)
    extensions.limitTo(100)
    extensions.close()
    extensions.close()
    assert(open.limits == Seq(100L) && open.closed == 1)
  }
}
