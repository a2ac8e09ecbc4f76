package io.headwater.shell.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.transport.{TransportOptions, TransportType}

/** The tables of docs/configuration.md are those of keys and options; `HEADWATER_GOLDEN=rewrite` writes them anew. */
final class ConfigReferenceSuite extends AnyFunSuite {
  private val page: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .map(_.resolve("docs/configuration.md")).dropWhile(p => !Files.exists(p)).next()

  private def code(text: String): String = if (text.isEmpty) "" else s"`$text`"

  private def row(key: ConfigKey): String =
    s"| `${key.name}` | ${key.kind.name} | ${code(key.default)} | ${key.doc} |\n"

  private def table(keys: Vector[ConfigKey]): String =
    "| key | value | default | what it does |\n|---|---|---|---|\n" + keys.map(row).mkString

  private def keys: String =
    s"${table(ConfigKeys.all.filter(_.read))}\nAccepted without a warning, because clusters that ran the published agent " +
      s"have them, and not used: ${ConfigKeys.all.filterNot(_.read).map(k => s"`${k.name}`").mkString(", ")}.\n"

  private def options(transport: TransportType): String =
    transport.options.map(o => s"| `${transport.kind}` | `${o.name}` | ${o.default} | ${o.doc} |\n").mkString

  private def transports: String =
    "| type | option | default | what it does |\n|---|---|---|---|\n" + TransportOptions.all.map(
      options
    ).mkString

  for ((name, written) <- Vector("keys" -> keys, "transports" -> transports))
    test(s"docs/configuration.md lists all $name") {
      val (begin, end) = (s"<!-- $name: begin -->\n", s"<!-- $name: end -->\n")
      val text = new String(Files.readAllBytes(page), UTF_8)
      val (from, to) = (text.indexOf(begin) + begin.length, text.indexOf(end))
      assert(from >= begin.length && to >= from, s"$page has no place for the $name")
      if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite"))
        Files.write(page, (text.take(from) + written + text.drop(to)).getBytes(UTF_8))
      else assert(text.slice(from, to) == written)
    }
}
