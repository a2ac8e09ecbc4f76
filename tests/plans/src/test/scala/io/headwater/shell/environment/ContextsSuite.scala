package io.headwater.shell.environment

import java.time.Duration

import org.apache.spark.SparkContext
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.util.{Accessors, Deadline}

final class ContextsSuite extends AnyFunSuite {
  test("the active context is found while another thread holds the lock of SparkContext.getOrCreate") {
    val context = TestSpark.spark.sparkContext
    val lock = new Accessors(SparkContext).field[AnyRef]("SPARK_CONTEXT_CONSTRUCTOR_LOCK")
    val found = lock.synchronized(Deadline.within("active", Duration.ofSeconds(10))(Contexts.active))
    assert(found.toOption.exists(_ eq context))
  }
}
