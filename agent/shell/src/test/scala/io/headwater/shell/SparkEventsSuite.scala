package io.headwater.shell

import org.apache.spark.sql.streaming.StreamingQueryListener.{QueryProgressEvent, QueryTerminatedEvent}
import org.scalatest.funsuite.AnyFunSuite

final class SparkEventsSuite extends AnyFunSuite {

  /** An event of a Spark that has other fields. */
  private def broken[A](event: Class[A]): A = {
    val constructor = event.getDeclaredConstructors.minBy(_.getParameterCount)
    constructor.setAccessible(true)
    val values = constructor.getParameterTypes.map(_ => null.asInstanceOf[AnyRef])
    event.cast(constructor.newInstance(values.toSeq: _*))
  }

  test("an event that cannot be read does not end the agent: nothing is thrown") {
    // by reflection: there is no SparkConf without Spark's log
    val events = classOf[SparkEvents].getConstructors.head.newInstance(null).asInstanceOf[SparkEvents]
    events.onEvent(broken(classOf[QueryProgressEvent]))
    events.onEvent(broken(classOf[QueryTerminatedEvent]))
    events.onEvent(null)
  }
}
