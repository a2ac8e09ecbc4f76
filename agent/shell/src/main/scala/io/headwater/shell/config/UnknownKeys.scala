package io.headwater.shell.config

import java.util.Locale

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.transport.config.TransportOptions

/** Finds keys that no section declares, and the declared key that was probably meant. */
private[config] object UnknownKeys {

  /** @param known
    *   the declared keys
    */
  def warnings(tree: Branch, known: Vector[ConfigKey[Any]] = ConfigKeys.all): Vector[String] =
    ofKeys(tree, known) ++ ofTransports(tree)

  private def ofTransports(tree: Branch): Vector[String] =
    tree.get("transport").toVector.collect { case section: Branch => section }
      .flatMap(TransportOptions.unknown("transport", _))
      .map { case (key, options) =>
        s"${ConfigKey.prefix}$key is not an option of its transport and is ignored; it has ${options.mkString(", ")}"
      }

  private def ofKeys(tree: Branch, known: Vector[ConfigKey[Any]]): Vector[String] =
    KeyPath.leaves(tree).map(_._1).filterNot(isKnown(_, known)).map { path =>
      val key = path.mkString(".")
      val suggestion = nearest(path, known).fold("")(k => s"; did you mean ${ConfigKey.prefix}$k?")
      s"${ConfigKey.prefix}$key is not a setting of the agent and is ignored$suggestion"
    }

  /** In a file, a name with dots may be a section inside a section: `spark: {logicalPlan: {disabled: false}}`. */
  private def isKnown(path: Vector[String], known: Vector[ConfigKey[Any]]): Boolean = {
    val joined = KeyPath.parse(path.mkString("."))
    known.exists(key => key.matches(path) || key.matches(joined))
  }

  private def nearest(path: Vector[String], known: Vector[ConfigKey[Any]]): Option[String] = {
    def maxDistance(name: String) = math.max(2, name.length / 4)
    val lower = path.mkString(".").toLowerCase(Locale.ROOT)
    known.flatMap(k => filled(k.name, path))
      .map(name => levenshtein(lower, name.toLowerCase(Locale.ROOT)) -> name)
      .filter { case (distance, name) => distance <= maxDistance(name) }
      .sortBy(_._1).headOption.map(_._2)
  }

  /** The name of a key, with the part of the path in place of its `*`; none if the path is too short for that. */
  private def filled(name: String, path: Vector[String]): Option[String] = {
    val parts = name.split('.').toVector
    val (before, after) = parts.span(!_.contains("*"))
    if (after.isEmpty) Some(name)
    else {
      val inner = path.slice(before.size, path.size - after.tail.size)
      if (after.head == "*" && inner.nonEmpty) Some((before ++ inner ++ after.tail).mkString(".")) else None
    }
  }

  /** The edit distance, computed row by row. */
  private def levenshtein(a: String, b: String): Int =
    a.foldLeft((0 to b.length).toVector) { (row, c) =>
      b.indices.foldLeft(Vector(row.head + 1)) { (next, j) =>
        val replaced = row(j) + (if (b.charAt(j) == c) 0 else 1)
        next :+ math.min(math.min(row(j + 1) + 1, next(j) + 1), replaced)
      }
    }.last
}
