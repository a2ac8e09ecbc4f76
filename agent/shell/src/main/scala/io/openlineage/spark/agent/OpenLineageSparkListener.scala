package io.openlineage.spark.agent

import scala.util.Properties

import org.apache.spark.scheduler.{SparkListenerApplicationEnd, SparkListenerEvent}
import org.apache.spark.{SparkConf, SparkFirehoseListener}
import org.slf4j.LoggerFactory

import io.headwater.shell.BuiltFor
import io.headwater.shell.SparkEvents

/** The class to name in `spark.extraListeners`. Whatever happens here, Spark hears nothing of it: not of a jar for
  * another version of Scala either, so this class holds nothing that the other one would not link: no function
  * literal, no interpolated string, no collection.
  */
final class OpenLineageSparkListener(conf: SparkConf) extends SparkFirehoseListener {
  private val events: Option[SparkEvents] = open()
  @volatile private var hasFailed = false // set by the bus thread, once

  /** After a failure that nothing else has caught, the only event that is still passed on is the end of the application:
    * it ends the runs that are open, and releases what lives outside of the JVM.
    */
  override def onEvent(event: SparkListenerEvent): Unit = events match {
    case Some(all) if !hasFailed || event.isInstanceOf[SparkListenerApplicationEnd] =>
      try all.onEvent(event)
      catch { case e: Throwable => failed(e) }
    case _ => ()
  }

  private def failed(cause: Throwable): Unit = if (!hasFailed) {
    hasFailed = true
    off(reason(cause))
    ()
  }

  private def open(): Option[SparkEvents] = {
    val scala = Properties.versionNumberString
    if (!scala.startsWith(BuiltFor.scala + "."))
      off(
        "This jar is for Scala " + BuiltFor.scala + ", but Spark's is " + scala +
          "; take the jar whose name ends in Spark's version of Scala"
      )
    else
      try Some(new SparkEvents(conf))
      catch { case e: Throwable => off(reason(e)) }
  }

  private def reason(e: Throwable): String = e match {
    case _: NoClassDefFoundError =>
      String.valueOf(
        e
      ) + ": something has closed the class loader of the agent's jar, or the jar is damaged. " +
        "If it is named in --jars, add the jar with --driver-class-path instead"
    case _ => e.getClass.getName
  }

  private def off(why: String): Option[SparkEvents] = {
    LoggerFactory.getLogger(classOf[OpenLineageSparkListener])
      .error("Headwater is off for this application. " + why)
    None
  }
}
