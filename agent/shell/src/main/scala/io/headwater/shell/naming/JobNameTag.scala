package io.headwater.shell.naming

import java.net.URLDecoder

import scala.util.Try

/** The tag that names the jobs of what runs under it: `headwater-job:` and the name, in which `%2C` stands for a comma. No
  * agent runs in the process of a Connect client, so its `headwater.job` adds this tag. A JVM program may add it with
  * `SparkContext.addJobTag`.
  */
object JobNameTag {
  private val prefix = "headwater-job:"
  private val tagOfConnect = "(?s)SparkConnect_SessionTag_User_.*?_Session_[0-9a-fA-F-]{36}_Tag_(.*)".r

  /** Whether a client's tag has no other meaning than the name. */
  def is(tag: String): Boolean = tag.startsWith(prefix)

  /** The name; of several, the last one in alphabetical order, because Spark keeps no order of tags. */
  def name(tags: Set[String]): Option[String] =
    tags.toVector.map {
      case tagOfConnect(own) => own
      case other => other
    }.filter(is).map(tag => decoded(tag.stripPrefix(prefix))).filter(_.nonEmpty).sorted.lastOption

  private def decoded(name: String): String =
    Try(URLDecoder.decode(name.replace("+", "%2B"), "UTF-8")).getOrElse(name).trim
}
