package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.redaction.Redactor

/** Cleans what a transport or its backend says: it may repeat the transport's own credentials, which no shape gives
  * away. Their values are known, so they are replaced as they are.
  */
private[transport] final class CredentialRedactor(values: Vector[String], redactor: Redactor) {
  def apply(text: String): String =
    redactor.text(values.foldLeft(text)((t, v) => t.replace(v, Redactor.replacement)))
}

private[transport] object CredentialRedactor {

  /** Shorter ones would be found within words. */
  private val shortest = 4

  /** What authenticates a request may have any name there. */
  private val sections = Set("headers", "urlParams")

  def apply(section: ConfigTree, redactor: Redactor): CredentialRedactor =
    new CredentialRedactor(values(section, redactor, sensitive = false).sortBy(-_.length), redactor)

  private def values(tree: ConfigTree, redactor: Redactor, sensitive: Boolean): Vector[String] = tree match {
    case ConfigTree.Leaf(v) => if (sensitive && v.length >= shortest) Vector(v) else Vector.empty
    case ConfigTree.Items(all) => all.flatMap(values(_, redactor, sensitive))
    case ConfigTree.Branch(children) => children.toVector.flatMap { case (k, t) =>
        values(t, redactor, sensitive || sections(k) || redactor.isSensitive(k))
      }
  }
}
