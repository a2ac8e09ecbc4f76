package io.headwater.shell.doctor

import org.scalatest.funsuite.AnyFunSuite

class DoctorSuite extends AnyFunSuite {

  private def texts(area: String, verdict: Verdict, conf: (String, String)*): Vector[String] = {
    val args = DoctorArgs(
      conf.map { case (k, v) => s"spark.openlineage.$k" -> v }.toMap,
      identity,
      Map.empty,
      send = false
    )
    Doctor.examine(args).findings.filter(f => f.area == area && f.verdict == verdict).map(_.text)
  }

  test("an option that the agent refuses is a problem of the configuration") {
    val conf = Vector("transport.type" -> "composite")
    assert(texts("configuration", Verdict.Problem, conf: _*).map(_.takeWhile(_ != ';')) ===
      Vector("spark.openlineage.transport.transports: contains no transport"))
    assert(texts("configuration", Verdict.Ok, conf: _*).isEmpty)
  }

  test("an unknown type is a problem of the configuration, and all types are named") {
    val found = texts("configuration", Verdict.Problem, "transport.type" -> "htp")
    assert(found.size === 1)
    for (kind <- Vector("http", "python", "s3", "gcs", "gcplineage", "kinesis", "amazon_datazone_api"))
      assert(found.mkString.contains(s" $kind"))
  }

  test("a backend that does not answer leaves all values valid") {
    val conf = Vector("transport.type" -> "http", "transport.url" -> "http://127.0.0.1:9")
    assert(texts("configuration", Verdict.Ok, conf: _*) === Vector("all values are valid"))
    assert(texts("transport", Verdict.Problem, conf: _*).size === 1)
  }

  test("the transport python without an extension is a warning") {
    val conf = Vector("transport.type" -> "python")
    assert(texts("transport", Verdict.Warning, conf: _*).mkString.contains("events go nowhere"))
    val named = conf :+ ("python.extensions" -> "acme:Bus")
    assert(texts("transport", Verdict.Warning, named: _*).isEmpty)
  }

  test("the published agent in Spark's own folder is a problem, unless Headwater's jar is before it") {
    def found(conf: (String, String)*) =
      SparkChecks.all(DoctorArgs(
        conf.toMap,
        identity,
        Map.empty,
        send = false,
        classPath =
          Vector("/opt/headwater-agent_2.13.jar", "/usr/lib/spark/jars/openlineage-spark_2.13-1.53.0.jar")
      )).filter(f => f.verdict == Verdict.Problem && f.text.contains("published agent")).map(_.text)
    assert(
      found().map(_.takeWhile(_ != ' ')) == Vector("/usr/lib/spark/jars/openlineage-spark_2.13-1.53.0.jar")
    )
    assert(found("spark.driver.userClassPathFirst" -> "true").isEmpty)
    assert(found("spark.driver.extraClassPath" -> "/opt/headwater-agent_2.13.jar").isEmpty)
  }

  test("a required extension that nothing loads is a warning, because it keeps each event back") {
    val found = texts("python", Verdict.Warning, "python.required" -> "acme:lasting,acme:*")
    assert(
      found.size === 1 && found.mkString.contains("python.required names acme:lasting, acme:*, which is not")
    )
    assert(texts("python", Verdict.Warning).isEmpty)
  }

  test("proxies and certificates of the driver's options are the doctor's, too") {
    val found = NetworkProperties.of(Map(
      "spark.driver.defaultJavaOptions" -> "-Dhttps.proxyHost=a -Dhttps.proxyPort=3128",
      "spark.driver.extraJavaOptions" -> """-Xmx1g "-Dhttps.proxyHost=b" -Dx=1 -Dhttp.nonProxyHosts='c|d e' -javaagent:x=-Dhttp.y=1"""
    ))
    assert(found === Map(
      "https.proxyHost" -> "b",
      "https.proxyPort" -> "3128",
      "http.nonProxyHosts" -> "c|d e"
    ))
  }

  test("an exception that ends the doctor is printed without secrets") {
    val text = Doctor.failed(new IllegalStateException("no answer of https://u:PW1@host/x?api_key=PW2"))
    assert(text.startsWith(
      "headwater: the doctor failed: java.lang.IllegalStateException: no answer of https://host/x"
    ))
    assert(!text.contains("PW"))
    val conf = Vector("python.extensions" -> "acme:x", "python.exec" -> "/nope/python?token=PW1")
    val found = texts("python", Verdict.Problem, conf: _*).mkString
    assert(found.contains("/nope/python") && found.contains("does not start") && !found.contains("PW1"))
  }

  private def otherAgents(conf: (String, String)*): Vector[String] =
    OtherAgent.findings(conf.toMap).map(_.text)

  test("a listener of another lineage agent is a warning with its key") {
    val ours = "io.openlineage.spark.agent.OpenLineageSparkListener"
    val found = otherAgents(
      "spark.extraListeners" -> s"$ours, datahub.spark.DatahubSparkListener",
      "spark.sql.queryExecutionListeners" -> "za.co.absa.spline.harvester.listener.SplineQueryExecutionListener",
      "spark.datahub.rest.server" -> "http://127.0.0.1:9"
    )
    assert(found.map(_.takeWhile(_ != ';')) == Vector(
      "spark.extraListeners names datahub.spark.DatahubSparkListener of DataHub's agent",
      "spark.sql.queryExecutionListeners names za.co.absa.spline.harvester.listener.SplineQueryExecutionListener of Spline"
    ))
    assert(otherAgents("spark.extraListeners" -> ours).isEmpty)
  }

  test("keys of another lineage agent that is no longer there are one warning") {
    val keys =
      Vector("spark.datahub.rest.server" -> "http://127.0.0.1:9", "spark.datahub.coalesce_jobs" -> "false")
    assert(otherAgents(keys: _*).map(_.takeWhile(_ != ',')) ==
      Vector("spark.datahub.coalesce_jobs (and 1 more) is of DataHub's agent"))
    assert(otherAgents("spark.spline.mode" -> "ENABLED").map(_.takeWhile(_ != ',')) ==
      Vector("spark.spline.mode is of Spline"))
  }

  test("a Glue catalog as metastore without account or region is a warning, which names the settings") {
    val glue = Map("spark.hadoop.hive.metastore.client.factory.class" ->
      "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory")
    val account = "spark.hadoop.hive.metastore.glue.catalogid" -> "123456789012"
    def warnings(conf: Map[String, String], env: (String, String)*) =
      Doctor.examine(DoctorArgs(conf, identity, env.toMap, send = false)).findings
        .filter(f => f.area == "spark" && f.text.contains("Glue")).map(f => f.verdict.name -> f.text)
    assert(warnings(glue).map(_._1) == Vector("warning"))
    assert(warnings(glue).exists(_._2.contains("set spark.hadoop.hive.metastore.glue.catalogid")))
    assert(warnings(glue + account).exists(_._2.contains("its region is not known")))
    assert(warnings(glue + account, "AWS_REGION" -> "eu-west-1").isEmpty)
    assert(warnings(glue + account + ("spark.yarn.appMasterEnv.AWS_REGION" -> "eu-west-1")).isEmpty)
    assert(warnings(Map.empty).isEmpty)
  }

  private val api = Vector("transport.type" -> "http", "transport.url" -> "http://127.0.0.1:9")

  /** The warnings about secrets for Spark's configuration. */
  private def secrets(conf: (String, String)*): String = {
    val all = conf.toMap ++ api.map { case (k, v) => s"spark.openlineage.$k" -> v }
    Doctor.examine(DoctorArgs(all, identity, Map.empty, send = false)).findings
      .filter(_.area == "secrets").map(f => s"${f.verdict.name}: ${f.text}").mkString("\n")
  }

  test("a secret that is a Spark property which Spark does not hide is a warning, without the secret") {
    val public = Vector(
      "spark.openlineage.transport.auth.apiKey" -> "PW1",
      "spark.openlineage.transport.headers.X-Team" -> "PW2",
      "spark.openlineage.host" -> "http://127.0.0.1:9?api_key=PW3",
      "spark.yarn.appMasterEnv.OPENLINEAGE_API_KEY" -> "PW4",
      "spark.kubernetes.driverEnv.OPENLINEAGE_API_KEY" -> "PW5"
    )
    for (property <- public) {
      val found = secrets(property)
      assert(found.startsWith(s"warning: Spark's UI and event log show ${property._1};"))
      assert(!found.contains("PW"))
      assert(secrets(property, "spark.redaction.regex" -> PublicSecrets.regex).isEmpty)
    }
    assert(secrets(public: _*).contains("headers.X-Team, spark.yarn.appMasterEnv.OPENLINEAGE_API_KEY;"))
  }

  test("what Spark hides, and what is no secret, is no warning about secrets") {
    val hidden = Vector(
      "spark.openlineage.transport.sslContext.storePassword" -> "PW1",
      "spark.openlineage.transport.urlParams.token" -> "PW2",
      "spark.openlineage.transport.properties.sasl.jaas.config" -> "LoginModule required password=\"PW3\";",
      "spark.openlineage.transport.auth.type" -> "api_key",
      "spark.hadoop.fs.api.key" -> "of Spark, not of the agent"
    )
    for (property <- hidden) assert(secrets(property).isEmpty, property._1)
    val named = "spark.openlineage.transport.auth.tokenEndpoint" -> "http://127.0.0.1:9/token"
    assert(secrets(named, "spark.redaction.regex" -> "(?i)secret").isEmpty)
  }
}
