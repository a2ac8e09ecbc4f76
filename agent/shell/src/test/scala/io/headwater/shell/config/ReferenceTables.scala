package io.headwater.shell.config

/** The tables of keys in docs/configuration.md. */
object ReferenceTables {

  /** The table of keys, and the table of keys without effect. */
  def keys(all: Vector[ConfigKey[Any]]): String =
    s"${table(all.filter(_.hasEffect))}\n" +
      "Accepted without effect, because configurations for the published agent contain them:\n\n" +
      s"${reasons(all.filterNot(_.hasEffect))}"

  private def table(keys: Vector[ConfigKey[Any]]): String =
    "| key | value | default | what it does |\n|---|---|---|---|\n" + keys.map(row).mkString

  private def row(key: ConfigKey[Any]): String =
    s"| `${key.name}` | ${key.kind.name} | ${code(key.default)} | ${key.doc} |\n"

  private def reasons(keys: Vector[ConfigKey[Any]]): String =
    "| key | reason |\n|---|---|\n" + keys.map(k => s"| `${k.name}` | ${k.doc} |\n").mkString

  def code(text: String): String = if (text.isEmpty) "" else s"`$text`"
}
