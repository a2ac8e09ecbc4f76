package io.headwater.shell.naming

import java.net.URLDecoder

import scala.util.Try

/** A job tag that tells the agent something: a prefix and a percent-encoded text, because Spark allows no comma in a tag. No
  * agent runs in the process of a Connect client, so `headwater.job` and the functions that emit facets add such tags there.
  * A JVM program may add them with `SparkContext.addJobTag`.
  */
final class AgentJobTag private (prefix: String) {

  /** The texts of the tags of this kind, in alphabetical order, because Spark keeps no order of tags. */
  def texts(tags: Set[String]): Vector[String] = {
    val own = tags.toVector.map(AgentJobTag.own).filter(_.startsWith(prefix))
    own.map(tag => decoded(tag.stripPrefix(prefix))).sorted
  }

  private def decoded(text: String): String =
    Try(URLDecoder.decode(text.replace("+", "%2B"), "UTF-8")).getOrElse(text).trim
}

object AgentJobTag {
  private val job = "headwater-job:"
  private val facet = "headwater-facet:"
  private val tagOfConnect = "(?s)SparkConnect_SessionTag_User_.*?_Session_[0-9a-fA-F-]{36}_Tag_(.*)".r

  /** The name of the jobs of what runs under the tag. */
  val jobName = new AgentJobTag(job)

  /** A facet for what runs under the tag, as JSON. */
  val emittedFacet = new AgentJobTag(facet)

  /** Whether a client's tag has no other meaning than what it tells the agent. */
  def is(tag: String): Boolean = tag.startsWith(job) || tag.startsWith(facet)

  /** The tag as the client has added it; Spark puts the user and the session of a Connect client before it. */
  private def own(tag: String): String = tag match {
    case tagOfConnect(text) => text
    case other => other
  }
}
