package org.apache.spark.sql

import java.util.concurrent.TimeoutException

import scala.util.control.Exception.ignoring

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** An extension of a session (`spark.sql.extensions`) in which a query of one of Spark's own tests waits until the listeners
  * have seen the query before, so that its tables and its session are still there. The bus is `private[spark]`.
  */
final class WaitForListeners extends (SparkSessionExtensions => Unit) {
  def apply(extensions: SparkSessionExtensions): Unit = extensions.injectPlannerStrategy { session =>
    new SparkStrategy {
      def apply(plan: LogicalPlan): Seq[SparkPlan] = {
        if (Thread.currentThread.getName.startsWith("ScalaTest"))
          ignoring(classOf[TimeoutException])(session.sparkContext.listenerBus.waitUntilEmpty(120000))
        Nil
      }
    }
  }
}
