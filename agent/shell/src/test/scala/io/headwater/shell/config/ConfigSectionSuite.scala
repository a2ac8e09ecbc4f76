package io.headwater.shell.config

import java.io.File
import java.nio.file.{Files, Paths}
import java.time.Duration
import java.util.jar.JarFile

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigProblem

/** The recipe "a new configuration key" of CONTRIBUTING.md, followed here with a section of its own: declare the key in a
  * section and read it there. The key then is in the reference, is read from each source, and is not unknown.
  */
class ConfigSectionSuite extends AnyFunSuite with Configured {
  import ConfigSectionSuite.ProbeConfig

  private def probe(
      conf: Map[String, String],
      env: Map[String, String] = Map.empty
  ): Either[ConfigProblem, ProbeConfig] =
    values(conf, env).flatMap(read => InvalidConfig.caught(ProbeConfig.read(read)))

  test("a declared key belongs to its section") {
    assert(ProbeConfig.keys.map(_.name) == Vector("probe.enabled", "probe.intervalMillis", "probe.hosts"))
  }

  test("a declared key is in the reference") {
    assert(ReferenceTables.keys(ProbeConfig.keys).contains(
      "| `probe.intervalMillis` | whole number from 1 | `250` | Minimum time between two probes. |\n"
    ))
  }

  test("a declared key is read from each source, or has its default") {
    assert(probe(Map.empty).contains(ProbeConfig(enabled = false, Duration.ofMillis(250), Vector.empty)))
    val read = probe(
      Map("probe.enabled" -> "true", "probe.hosts" -> "[a;b]"),
      Map("OPENLINEAGE__PROBE__INTERVAL_MILLIS" -> "9")
    )
    assert(read.contains(ProbeConfig(enabled = true, Duration.ofMillis(9), Vector("a", "b"))))
  }

  test("an invalid value of a declared key is a problem") {
    assert(probe(Map("probe.intervalMillis" -> "0")).left.exists(
      _.line == "spark.openlineage.probe.intervalMillis is \"0\": not a whole number from 1; write one"
    ))
  }

  test("a declared key is not reported as unknown, and is suggested for similar keys") {
    val tree = values(Map("probe.enabled" -> "true", "probe.host" -> "a")).fold(p => fail(p.line), _.tree)
    assert(UnknownKeys.warnings(tree).size == 2)
    assert(UnknownKeys.warnings(tree, ConfigKeys.all ++ ProbeConfig.keys) == Vector(
      "spark.openlineage.probe.host is not a setting of the agent and is ignored; " +
        "did you mean spark.openlineage.probe.hosts?"
    ))
  }

  test("ConfigKeys lists every section object of the package, once") {
    val listed = ConfigKeys.sections.map(_.getClass.getName)
    assert(listed.distinct == listed)
    assert(listed.toSet == sectionObjects)
  }

  private val folder = "io/headwater/shell/config"

  /** The names of the classes that are objects and sections, where the compiler put them. */
  private def sectionObjects: Set[String] = {
    val home = new File(classOf[ConfigSection].getProtectionDomain.getCodeSource.getLocation.toURI)
    val files = if (home.isDirectory) classFiles(home) else jarEntries(home)
    files.filter(_.endsWith("$.class")).map(f => s"$folder/$f".stripSuffix(".class").replace('/', '.'))
      .filter(name => classOf[ConfigSection].isAssignableFrom(Class.forName(name))).toSet
  }

  private def classFiles(home: File): Vector[String] = {
    val names = Vector.newBuilder[String]
    val files = Files.list(Paths.get(home.getPath, folder))
    try files.forEach { file => names += file.getFileName.toString; () }
    finally files.close()
    names.result()
  }

  private def jarEntries(home: File): Vector[String] = {
    val names = Vector.newBuilder[String]
    val jar = new JarFile(home)
    try jar.stream.forEach { e =>
        if (e.getName.startsWith(s"$folder/")) names += e.getName.stripPrefix(s"$folder/"); ()
      }
    finally jar.close()
    names.result()
  }
}

private object ConfigSectionSuite {

  /** The type, the keys and the reader of a section. */
  final case class ProbeConfig(enabled: Boolean, interval: Duration, hosts: Vector[String])

  object ProbeConfig extends ConfigSection {
    val enabled = flag("probe.enabled", default = false, "Enables the probe.")
    val interval =
      millis("probe.intervalMillis", from = 1, default = 250, "Minimum time between two probes.")
    val hosts = names("probe.hosts", "Hosts of the probe.")

    def read(values: ConfigValues): ProbeConfig =
      ProbeConfig(enabled.read(values), interval.read(values), hosts.read(values))
  }
}
