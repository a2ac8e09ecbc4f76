package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.model.Tag

/** `job.tags` and `run.tags`: `k:v;label;k:v:source` or a list of such; in openlineage.yml also of `{key, value,
  * source}`. `\:` and `\;` are no separators. A label is a tag with the value `true`.
  */
private[config] object TagsConfig {

  /** Of those with one key the last, in the place of the first. */
  def read(tree: Option[ConfigTree]): Vector[Tag] = {
    val all = items(tree.getOrElse(Items(Vector.empty))).flatMap {
      case Leaf(text) => tag(parts(text, ':').map(p => unescaped(p.trim)))
      case b: Branch => tag(Vector("key", "value", "source").flatMap(b.text(_)))
      case _: Items => None
    }
    all.map(_.key).distinct.flatMap(key => all.filter(_.key == key).lastOption)
  }

  /** Two places' tags as one list; of those with one key `over`'s count. */
  def merge(under: ConfigTree, over: ConfigTree): ConfigTree = Items(items(under) ++ items(over))

  private def items(tree: ConfigTree): Vector[ConfigTree] = tree match {
    case Leaf(text) => parts(text, ';').map(Leaf(_))
    case Items(all) =>
      all.flatMap { case Leaf(text) => parts(text, ';').map(Leaf(_)); case other => Vector(other) }
    case other => Vector(other)
  }

  private def tag(parts: Vector[String]): Option[Tag] = parts.headOption.filter(_.nonEmpty).map { key =>
    def part(i: Int, otherwise: String): String = parts.lift(i).filter(_.nonEmpty).getOrElse(otherwise)
    Tag(key, part(1, "true"), part(2, "CONFIG"))
  }

  private def parts(text: String, at: Char): Vector[String] = text.split(s"(?<!\\\\)$at").toVector

  private def unescaped(text: String): String = text.replace("\\:", ":").replace("\\;", ";")
}
