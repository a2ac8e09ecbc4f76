package io.headwater.shell.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import org.scalatest.funsuite.AnyFunSuite

/** The table of docs/configuration.md is the table of keys; `HEADWATER_GOLDEN=rewrite` writes it anew. */
final class ConfigReferenceSuite extends AnyFunSuite {
  private val page: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .map(_.resolve("docs/configuration.md")).dropWhile(p => !Files.exists(p)).next()

  private val begin = "<!-- keys: begin -->\n"
  private val end = "<!-- keys: end -->\n"

  private def row(key: ConfigKey): String = {
    val default = if (key.default.isEmpty) "" else s"`${key.default}`"
    s"| `${key.name}` | ${key.kind.name} | $default | ${key.doc} |\n"
  }

  private def table(keys: Vector[ConfigKey]): String =
    "| key | value | default | what it does |\n|---|---|---|---|\n" + keys.map(row).mkString

  private def written: String =
    s"${table(ConfigKeys.all.filter(_.read))}\nAccepted without a warning, because clusters that ran the published agent " +
      s"have them, and not used: ${ConfigKeys.all.filterNot(_.read).map(k => s"`${k.name}`").mkString(", ")}.\n"

  test("docs/configuration.md lists every key") {
    val text = new String(Files.readAllBytes(page), UTF_8)
    val (from, to) = (text.indexOf(begin) + begin.length, text.indexOf(end))
    assert(from >= begin.length && to >= from, s"$page has no place for the keys")
    if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite"))
      Files.write(page, (text.take(from) + written + text.drop(to)).getBytes(UTF_8))
    else assert(text.slice(from, to) == written)
  }
}
