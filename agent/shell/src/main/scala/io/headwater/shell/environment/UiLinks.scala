package io.headwater.shell.environment

import java.net.URLEncoder
import java.util.Locale.ROOT

import org.apache.hadoop.conf.Configuration

import io.headwater.model.{EventType, JobType, RunEvent}
import io.headwater.util.Attempts

/** The addresses of an application: its UI, a proxy in front of it, the history server. Used on the worker thread
  * only.
  *
  * @param setting
  *   of the application's Spark
  * @param address
  *   finds the address of the UI
  * @param cluster
  *   a setting of the cluster, from Hadoop's files
  */
private[shell] final class UiLinks(
    setting: String => Option[String],
    applicationId: String,
    address: => Option[String] = UiLinks.ofContext,
    cluster: String => Option[String] = UiLinks.Cluster
) {
  import UiLinks._
  private val id = URLEncoder.encode(applicationId, "UTF-8")
  private val enabled = setting("spark.ui.enabled").forall(UiLinks.isTrue)
  private var ui = Option.empty[String]

  /** The proxy of YARN, or Spark's own reverse proxy. */
  def proxy: Option[String] = setting(yarnProxy).orElse(
    setting("spark.ui.reverseProxyUrl").filter(_ => setting("spark.ui.reverseProxy").exists(UiLinks.isTrue))
      .map(url => s"${url.stripSuffix("/")}/proxy/$id")
  )

  /** The history server on YARN. The value of the setting has no protocol. */
  def history: Option[String] = setting("spark.yarn.historyServer.address").map { address =>
    val policy = setting("spark.hadoop.yarn.http.policy").orElse(cluster("yarn.http.policy"))
    val protocol = policy.getOrElse("HTTP_ONLY").stripSuffix("_ONLY").toLowerCase(ROOT)
    val base = if (address.startsWith("http")) address else s"$protocol://$address"
    s"${base.stripSuffix("/")}/history/$id"
  }

  /** Adds the address of the UI to a START event. Spark has this address when the context is complete. The START event of
    * the application comes earlier and has none: `SparkContext.getOrCreate` holds a lock until the context is complete, and
    * whoever asks for the context waits for that.
    */
  def addTo(event: RunEvent): RunEvent =
    if (event.eventType != EventType.Start || event.jobType == JobType.application || !enabled) event
    else {
      if (ui.isEmpty) ui = Attempts.caught(address).toOption.flatten
      event.copy(application = event.application.copy(uiUrl = ui))
    }
}

private object UiLinks {

  /** Spark passes over blanks. */
  private def isTrue(text: String): Boolean = text.trim.toBoolean
  private val yarnProxy =
    "spark.org.apache.hadoop.yarn.server.webproxy.amfilter.AmIpFilter.param.PROXY_URI_BASES"

  /** On YARN, the default resources of a configuration have `yarn-site.xml`. */
  private object Cluster extends (String => Option[String]) {
    def apply(key: String): Option[String] = Option(new Configuration().get(key))
  }

  def ofContext: Option[String] = Option(Contexts.active).flatMap(_.uiWebUrl)
}
