package io.headwater.shim

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.Reading.Rule

/** Spark 3.5. */
final class Spark35 extends SparkShim {
  def conf(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sessionState.conf.getConfString(key, null))

  def hadoop(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sparkContext.hadoopConfiguration.get(key))

  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None

  def rules: Seq[Rule] = Nil
}
