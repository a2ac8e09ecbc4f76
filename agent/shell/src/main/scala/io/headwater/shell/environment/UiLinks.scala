package io.headwater.shell.environment

import java.net.URLEncoder
import java.util.Locale.ROOT

import org.apache.spark.SparkConf

import io.headwater.model.{EventType, RunEvent}
import io.headwater.util.Attempts

/** The addresses of an application: its UI, a proxy in front of it, the history server. Used on the worker thread
  * only.
  */
private[shell] final class UiLinks(conf: SparkConf, applicationId: String) {
  import UiLinks._
  private val id = URLEncoder.encode(applicationId, "UTF-8")
  private val enabled = conf.getBoolean("spark.ui.enabled", defaultValue = true)
  private var ui = Option.empty[String]

  /** The proxy of YARN, or Spark's own reverse proxy. */
  def proxy: Option[String] = conf.getOption(yarnProxy).orElse(
    conf.getOption("spark.ui.reverseProxyUrl").filter(_ => conf.getBoolean("spark.ui.reverseProxy", false))
      .map(url => s"${url.stripSuffix("/")}/proxy/$id")
  )

  /** The history server on YARN. The value of the setting has no protocol. */
  def history: Option[String] = conf.getOption("spark.yarn.historyServer.address").map { address =>
    val protocol =
      conf.get("spark.hadoop.yarn.http.policy", "HTTP_ONLY").stripSuffix("_ONLY").toLowerCase(ROOT)
    val base = if (address.startsWith("http")) address else s"$protocol://$address"
    s"${base.stripSuffix("/")}/history/$id"
  }

  /** Adds the address of the UI to a START event. Spark has this address when the context is complete; the START
    * event of the application comes earlier and has none.
    */
  def addTo(event: RunEvent): RunEvent =
    if (!enabled || event.eventType != EventType.Start) event
    else {
      if (ui.isEmpty) ui = Attempts.caught(Option(Contexts.active).flatMap(_.uiWebUrl)).toOption.flatten
      event.copy(application = event.application.copy(uiUrl = ui))
    }
}

private object UiLinks {
  private val yarnProxy =
    "spark.org.apache.hadoop.yarn.server.webproxy.amfilter.AmIpFilter.param.PROXY_URI_BASES"
}
