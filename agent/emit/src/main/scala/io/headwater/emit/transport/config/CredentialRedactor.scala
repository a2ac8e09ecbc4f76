package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.redaction.Redactor

/** Redacts the messages of a transport and its backend. They may repeat the credentials of the transport, which have no
  * recognizable format. Their values are known, so they are replaced literally.
  */
private[transport] final class CredentialRedactor(values: Vector[String], redactor: Redactor) {
  def apply(text: String): String =
    redactor.text(values.foldLeft(text)((t, v) => t.replace(v, Redactor.replacement)))
}

private[transport] object CredentialRedactor {

  /** Shorter values would also match parts of words. */
  private val minLength = 4

  /** In these sections, any option may be a credential. */
  private val sections = Set("headers", "urlParams")

  def apply(section: ConfigTree, redactor: Redactor): CredentialRedactor =
    new CredentialRedactor(values(section, redactor, sensitive = false).sortBy(-_.length), redactor)

  private def values(tree: ConfigTree, redactor: Redactor, sensitive: Boolean): Vector[String] = tree match {
    case ConfigTree.Leaf(v) if sensitive =>
      Vector(v, HttpAuth.withoutScheme(v)).distinct.filter(_.length >= minLength)
    case ConfigTree.Leaf(_) => Vector.empty
    case ConfigTree.Items(all) => all.flatMap(values(_, redactor, sensitive))
    case ConfigTree.Branch(children) => children.toVector.flatMap { case (k, t) =>
        values(t, redactor, sensitive || sections(k) || redactor.isSensitive(k))
      }
  }
}
