package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

class ContainerStorageSuite extends AnyFunSuite with Configured {
  private val temporary = System.getProperty("java.io.tmpdir")
  private val yarn =
    Map("CONTAINER_ID" -> "container_1_0001_01_000001", "LOCAL_DIRS" -> s"/nowhere,$temporary")
  private val pod = Map("KUBERNETES_SERVICE_HOST" -> "10.0.0.1")
  private val http = Map("transport.type" -> "http", "transport.url" -> "http://localhost:5000")

  private def only(config: AgentConfig): String = {
    assert(config.warnings.size == 1, config.warnings)
    config.warnings.head
  }

  test("events that wait below YARN's local directories are lost with the container") {
    val warning = only(good(http, yarn))
    assert(warning.contains("is deleted with the container of YARN"))
    assert(warning.contains("set spark.openlineage.spool.dir to a directory that outlives it"))
    assert(good(http, yarn + ("LOCAL_DIRS" -> "/nowhere")).warnings.isEmpty, "the directory is not YARN's")
    assert(good(http, yarn - "CONTAINER_ID").warnings.isEmpty)
  }

  test("events that wait in a pod are lost with it") {
    assert(good(http, pod).warnings.map(_.contains("the pod of Kubernetes")) == Vector(true))
  }

  test("without a transport the default folder is named") {
    val warning = only(good(env = pod))
    assert(warning.contains("headwater-events is deleted with the pod of Kubernetes"))
    assert(warning.contains("spark.openlineage.transport.type"))
  }

  test("nothing is said if the user has chosen a directory, or nothing waits") {
    assert(good(http + ("spool.dir" -> "/mnt/spool"), pod).warnings.isEmpty)
    assert(good(http + ("spool.mode" -> "off"), pod).warnings.isEmpty)
    assert(good(Map("transport.type" -> "console"), pod).warnings.isEmpty)
    assert(good(http).warnings.isEmpty)
  }

  test("a transport of others uses the spool if one of them does") {
    def composite(third: (String, String)*): Vector[String] = good(
      Map(
        "transport.type" -> "composite",
        "transport.transports.a.type" -> "console",
        "transport.transports.b.type" -> "file",
        "transport.transports.b.location" -> "/mnt/events.jsonl"
      ) ++ third.map { case (key, value) => s"transport.transports.c.$key" -> value },
      pod
    ).warnings
    assert(composite().isEmpty)
    assert(composite("type" -> "http", "url" -> "http://localhost:5000").size == 1)
  }
}
