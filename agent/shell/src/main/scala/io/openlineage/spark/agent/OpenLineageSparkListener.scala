package io.openlineage.spark.agent

import scala.util.Properties

import org.apache.spark.scheduler.SparkListenerEvent
import org.apache.spark.{SparkConf, SparkFirehoseListener}
import org.slf4j.LoggerFactory

import io.headwater.shell.BuiltFor
import io.headwater.shell.SparkEvents

/** The class to name in `spark.extraListeners`. Whatever happens here, Spark hears nothing of it: not of a jar for
  * another version of Scala either, so this class holds nothing that the other one would not link: no function
  * literal, no interpolated string, no collection.
  */
final class OpenLineageSparkListener(conf: SparkConf) extends SparkFirehoseListener {
  @volatile private var events: Option[SparkEvents] = open() // set to none by the bus thread, once

  override def onEvent(event: SparkListenerEvent): Unit = events match {
    case Some(all) =>
      try all.onEvent(event)
      catch { case e: Throwable => events = off(reason(e)) }
    case None => ()
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
