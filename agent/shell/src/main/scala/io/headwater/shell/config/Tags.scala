package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.model.Tag

/** The value of `job.tags` and `run.tags`: `k:v;label;k:v:source` or a list of such texts; in openlineage.yml also a
  * list of `{key, value, source}`. `\:` and `\;` are not separators. A label is a tag with the value `true`.
  */
private[config] object Tags {
  private val defaultSource = "CONFIG"

  /** If two tags have the same key, the last one replaces the first one, at the place of the first one. */
  def read(tree: Option[ConfigTree]): Vector[Tag] = {
    val all = items(tree.getOrElse(Items(Vector.empty))).flatMap {
      case Leaf(text) if hasNoValue(text) => None
      case Leaf(text) => tag(split(text, ':').map(part => unescape(part.trim)))
      case branch: Branch => tag(Vector("key", "value", "source").map(branch.text(_).getOrElse("")))
      case _: Items => None
    }
    all.map(_.key).distinct.flatMap(key => all.filter(_.key == key).lastOption)
  }

  /** The texts with more parts than a tag has; their first three parts are read. */
  def tooLong(tree: Option[ConfigTree]): Vector[String] =
    tree.toVector.flatMap(items).collect { case Leaf(text) if split(text, ':').length > 3 => text.trim }

  /** The texts with a source and no value; the published agent does not read them either. */
  def withoutValue(tree: Option[ConfigTree]): Vector[String] =
    tree.toVector.flatMap(items).collect { case Leaf(text) if hasNoValue(text) => text.trim }

  private def hasNoValue(text: String): Boolean = {
    val parts = split(text, ':')
    parts.size > 2 && parts(1).trim.isEmpty
  }

  /** The tags of two sources as one list. For a key in both, the tag of `over` has precedence. */
  def merge(under: ConfigTree, over: ConfigTree): ConfigTree = Items(items(under) ++ items(over))

  private def items(tree: ConfigTree): Vector[ConfigTree] = tree match {
    case Leaf(text) => split(text, ';').map(Leaf(_))
    case Items(all) =>
      all.flatMap { case Leaf(text) => split(text, ';').map(Leaf(_)); case other => Vector(other) }
    case other => Vector(other)
  }

  private def tag(parts: Vector[String]): Option[Tag] = parts.headOption.filter(_.nonEmpty).map { key =>
    def part(i: Int, default: String): String = parts.lift(i).filter(_.nonEmpty).getOrElse(default)
    Tag(key, part(1, "true"), part(2, defaultSource))
  }

  private def split(text: String, separator: Char): Vector[String] =
    text.split(s"(?<!\\\\)$separator").toVector

  private def unescape(text: String): String = text.replace("\\:", ":").replace("\\;", ";")
}
