package io.headwater.shell.environment

import java.time.Instant
import java.util.UUID

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}

/** `tests/e2e/test_places.py` has the links of a real application. */
final class UiLinksSuite extends AnyFunSuite {

  private def event(jobType: JobType): RunEvent = RunEvent(
    EventType.Start,
    Instant.EPOCH,
    RunRef(new UUID(0, 1), JobId("default", "app")),
    jobType,
    Application("app-1", "App", "4.0.0", "local")
  )

  test("the start of the application does not ask for the context, whose lock its constructor may hold") {
    var isRequested = false
    val links = new UiLinks(_ => None, "app-1", { isRequested = true; Some("http://ui") })
    val start = event(JobType.application)
    assert(links.addTo(start) == start && !isRequested)
    assert(links.addTo(event(JobType.sql)).application.uiUrl.contains("http://ui") && isRequested)
  }

  test("the history server on YARN has the protocol of the cluster, unless the application sets one") {
    val server = Map("spark.yarn.historyServer.address" -> "hist.example:18480")
    def history(settings: Map[String, String], cluster: Map[String, String]) =
      new UiLinks((server ++ settings).get, "app-1", None, cluster.get).history
    val secure = Map("yarn.http.policy" -> "HTTPS_ONLY")
    assert(history(Map.empty, secure).contains("https://hist.example:18480/history/app-1"))
    assert(history(Map.empty, Map.empty).contains("http://hist.example:18480/history/app-1"))
    assert(history(Map("spark.hadoop.yarn.http.policy" -> "HTTP_ONLY"), secure)
      .contains("http://hist.example:18480/history/app-1"))
  }

  test("blanks around a value are passed over, as Spark does") {
    val settings = Map(
      "spark.ui.enabled" -> " false",
      "spark.ui.reverseProxy" -> "true ",
      "spark.ui.reverseProxyUrl" -> "http://proxy"
    )
    val links = new UiLinks(settings.get, "app-1", Some("http://ui"))
    assert(links.addTo(event(JobType.sql)).application.uiUrl.isEmpty)
    assert(links.proxy.contains("http://proxy/proxy/app-1"))
  }
}
