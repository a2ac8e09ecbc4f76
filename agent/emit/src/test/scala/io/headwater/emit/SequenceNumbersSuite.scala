package io.headwater.emit

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.EventType

final class SequenceNumbersSuite extends AnyFunSuite {
  private def event(of: EventType) = Samples.event(of)

  test("the events of a run have numbers; an event that is not sent has none") {
    val numbers = new SequenceNumbers
    assert(numbers.number(event(EventType.Start)).sequence.contains(0L))
    numbers.skip(event(EventType.Running))
    assert(numbers.number(event(EventType.Running)).sequence.contains(1L))
    assert(numbers.number(event(EventType.Complete)).sequence.contains(2L))
    assert(numbers.number(event(EventType.Start)).sequence.contains(0L))
  }

  test("a run whose last event is not sent is not kept") {
    val numbers = new SequenceNumbers
    numbers.number(event(EventType.Start))
    numbers.skip(event(EventType.Fail))
    assert(numbers.number(event(EventType.Start)).sequence.contains(0L))
  }
}
