package io.headwater.shell.environment

import java.net.URLEncoder

import org.apache.spark.SparkConf

import io.headwater.model.{EventType, RunEvent}
import io.headwater.util.Deadline

/** Where people look at an application: its UI, the proxy before that, the history server. On the worker's thread only. */
private[shell] final class UiLinks(conf: SparkConf, applicationId: String) {
  import UiLinks._
  private val id = URLEncoder.encode(applicationId, "UTF-8")
  private val shown = conf.getBoolean("spark.ui.enabled", defaultValue = true)
  private var ui = Option.empty[String]

  /** YARN's proxy, or Spark's own. */
  def proxy: Option[String] = conf.getOption(yarnProxy).orElse(
    conf.getOption("spark.ui.reverseProxyUrl").filter(_ => conf.getBoolean("spark.ui.reverseProxy", false))
      .map(url => s"${url.stripSuffix("/")}/proxy/$id")
  )

  /** YARN's key for it has no protocol. */
  def history: Option[String] = conf.getOption("spark.yarn.historyServer.address").map { address =>
    val protocol = conf.get("spark.hadoop.yarn.http.policy", "HTTP_ONLY").stripSuffix("_ONLY").toLowerCase
    val whole = if (address.startsWith("http")) address else s"$protocol://$address"
    s"${whole.stripSuffix("/")}/history/$id"
  }

  /** Spark has the address of its UI only when the context is whole: the application's START comes too early for it. */
  def shownIn(event: RunEvent): RunEvent =
    if (!shown || event.eventType != EventType.Start) event
    else {
      if (ui.isEmpty) ui = Deadline.caught(Option(Contexts.active).flatMap(_.uiWebUrl)).toOption.flatten
      event.copy(application = event.application.copy(uiUrl = ui))
    }
}

private object UiLinks {
  private val yarnProxy =
    "spark.org.apache.hadoop.yarn.server.webproxy.amfilter.AmIpFilter.param.PROXY_URI_BASES"
}
