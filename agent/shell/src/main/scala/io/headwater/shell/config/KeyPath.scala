package io.headwater.shell.config

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}

/** Dotted keys as paths in a tree. In some places dots belong to a name: below `headers`, `urlParams`, `properties` and
  * `transformerProperties` of a transport, between `facets.` and `.disabled`, and below `job.owners`.
  */
private[config] object KeyPath {
  private val mapOptions = Set("headers", "urlParams", "properties", "transformerProperties")

  def parse(key: String): Vector[String] = {
    val parts = key.split("\\.", -1).toVector
    val at = if (parts.headOption.contains("transport")) parts.indexWhere(mapOptions) else -1
    if (at > 0 && at < parts.size - 1) parts.take(at + 1) :+ parts.drop(at + 1).mkString(".")
    else if (parts.size > 3 && parts.headOption.contains("facets") && parts.lastOption.contains("disabled"))
      Vector("facets", parts.slice(1, parts.size - 1).mkString("."), "disabled")
    else if (parts.size > 3 && parts.startsWith(Vector("job", "owners")))
      Vector("job", "owners", parts.drop(2).mkString("."))
    else parts
  }

  /** `[a;b]` is a list; `\;` is part of an item. */
  def value(text: String): ConfigTree =
    if (text.startsWith("[") && text.endsWith("]") && !text.startsWith("[{"))
      Items(
        text.drop(1).dropRight(1).split("(?<!\\\\);").toVector.map(_.trim).filter(_.nonEmpty).map(Leaf(_))
      )
    else Leaf(text)

  /** The tree with `value` at `path`, or none if a part of the path already has a value. */
  def put(tree: Branch, path: Vector[String], value: ConfigTree): Option[Branch] = path match {
    case Vector(last) =>
      tree.get(last) match {
        case None => Some(Branch(tree.children.updated(last, value)))
        case Some(_) => None
      }
    case first +: rest =>
      val child = tree.get(first) match {
        case None => put(ConfigTree.empty, rest, value)
        case Some(b: Branch) => put(b, rest, value)
        case Some(_) => None
      }
      child.map(b => Branch(tree.children.updated(first, b)))
    case _ => None
  }

  /** The tree without the value or subtree at `path`. */
  def remove(tree: Branch, path: Vector[String]): Branch = path match {
    case first +: rest if rest.nonEmpty =>
      tree.get(first) match {
        case Some(b: Branch) => Branch(tree.children.updated(first, remove(b, rest)))
        case _ => tree
      }
    case _ => Branch(tree.children -- path)
  }

  def at(tree: Branch, path: Vector[String]): Option[ConfigTree] =
    path.foldLeft(Option[ConfigTree](tree)) {
      case (Some(b: Branch), part) => b.get(part)
      case _ => None
    }

  /** All values with their paths. A list counts as one value. */
  def leaves(tree: ConfigTree, path: Vector[String] = Vector.empty): Vector[(Vector[String], ConfigTree)] =
    tree match {
      case Branch(children) => children.toVector.sortBy(_._1).flatMap { case (k, t) => leaves(t, path :+ k) }
      case other => Vector(path -> other)
    }
}
