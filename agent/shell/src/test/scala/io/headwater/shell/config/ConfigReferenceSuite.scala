package io.headwater.shell.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.transport.config.{TransportOptions, TransportType}
import io.headwater.shell.meters.Meters

/** Compares the tables of the pages about settings with the declared keys, transport options and meters;
  * `HEADWATER_GOLDEN=rewrite` updates the pages.
  */
final class ConfigReferenceSuite extends AnyFunSuite with Configured {
  private val docs: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .map(_.resolve("docs")).dropWhile(p => !Files.exists(p.resolve("configuration.md"))).next()

  private val pages = Vector(
    "configuration",
    "dataset-names",
    "event-content",
    "failure-behaviour",
    "metrics",
    "run-context",
    "transports"
  ).map(name => docs.resolve(s"$name.md"))

  private def options(transport: TransportType): String =
    transport.options.map { o =>
      val default = if (o.isRequired) "required" else ReferenceTables.code(o.default)
      s"| `${transport.kind}` | `${o.name}` | $default | ${o.doc} |\n"
    }.mkString

  private def transports: String =
    "| type | option | default | what it does |\n|---|---|---|---|\n" + TransportOptions.all.map(
      options
    ).mkString

  private def meters: String = {
    val meters = new Meters
    val rows = (meters.all ++ meters.ofExtension("")).map(m => s"| `${m.name}` | ${m.kind} | ${m.doc} |\n")
    "| meter | kind | what it counts |\n|---|---|---|\n" + rows.mkString
  }

  for (
    (file, name, written) <- Vector(
      ("configuration.md", "keys", ReferenceTables.keys(ConfigKeys.all)),
      ("transports.md", "transports", transports),
      ("metrics.md", "meters", meters)
    )
  )
    test(s"docs/$file lists all $name") {
      val page = docs.resolve(file)
      val (begin, end) = (s"<!-- $name: begin -->\n", s"<!-- $name: end -->\n")
      val text = new String(Files.readAllBytes(page), UTF_8)
      val (from, to) = (text.indexOf(begin) + begin.length, text.indexOf(end))
      assert(from >= begin.length && to >= from, s"$page has no place for the $name")
      if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite"))
        Files.write(page, (text.take(from) + written + text.drop(to)).getBytes(UTF_8))
      else assert(text.slice(from, to) == written)
    }

  private val fence = "(?ms)^ *```([a-z]*)\\n(.*?)^ *```$".r

  /** Options of a transport without its type belong to the http transport. */
  private def settings(block: String): Map[String, String] = {
    val all = block.split('\n').toVector.map(_.trim).filter(_.startsWith("spark.openlineage."))
      .map(line =>
        line.takeWhile(!_.isWhitespace).stripPrefix("spark.openlineage.") -> line.dropWhile(
          !_.isWhitespace
        ).trim
      ).toMap
    val http = Map("transport.type" -> "http", "transport.url" -> "https://backend.example")
    if (all.keys.exists(_.startsWith("transport."))) http.filter { case (k, _) =>
      !all.contains("transport.type") || all.contains(k)
    } ++ all
    else all
  }

  test("every snippet of the pages about settings is accepted without a warning") {
    val blocks = pages.flatMap(page =>
      fence.findAllMatchIn(new String(Files.readAllBytes(page), UTF_8)).map(m => m.group(1) -> m.group(2))
    )
    assert(blocks.size > 8 && blocks.exists(_._1 == "yaml"))
    for ((language, block) <- blocks) {
      val read = if (language == "yaml") good(yaml = block) else good(settings(block))
      assert(read.warnings.isEmpty, block)
    }
  }
}
