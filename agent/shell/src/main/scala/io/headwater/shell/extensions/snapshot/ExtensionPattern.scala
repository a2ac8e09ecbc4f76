package io.headwater.shell.extensions.snapshot

/** The name of an extension in Python, as settings have it: `acme.lineage:Tables`, `acme.lineage:*` for those of a module,
  * or `acme.*` for those of a package and the modules below it. The Python package reads `python.disabled` in the same way.
  */
final case class ExtensionPattern(text: String) {

  def matches(extension: String): Boolean = {
    val colon = extension.indexOf(':')
    if (colon >= 0 && text.endsWith(":*")) extension.substring(0, colon) == text.dropRight(2)
    else if (colon >= 0 && text.endsWith(".*"))
      (extension.substring(0, colon) + ".").startsWith(text.dropRight(1))
    else extension == text
  }
}
