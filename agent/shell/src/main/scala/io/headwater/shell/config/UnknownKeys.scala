package io.headwater.shell.config

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.transport.config.TransportOptions

/** Finds keys that no row of the table knows, and the row that they may have meant. */
private[config] object UnknownKeys {

  def warnings(tree: Branch): Vector[String] = ofTable(tree) ++ ofTransports(tree)

  private def ofTransports(tree: Branch): Vector[String] =
    tree.get("transport").toVector.collect { case b: Branch => b }.flatMap(TransportOptions.unknown(
      "transport",
      _
    ))
      .map { case (key, known) =>
        s"${ConfigKeys.prefix}$key is not an option of its transport and is ignored; it has ${known.mkString(", ")}"
      }

  private def ofTable(tree: Branch): Vector[String] =
    KeyPath.leaves(tree).map(_._1).filterNot(path => ConfigKeys.all.exists(_.matches(path))).map { path =>
      val key = path.mkString(".")
      val meant = nearest(key).fold("")(k => s"; did you mean ${ConfigKeys.prefix}$k?")
      s"${ConfigKeys.prefix}$key is not a setting of the agent and is ignored$meant"
    }

  def nearest(key: String): Option[String] = {
    val lower = key.toLowerCase(java.util.Locale.ROOT)
    val near = ConfigKeys.all.filter(k => !k.name.contains("*")).map(k =>
      distance(lower, k.name.toLowerCase) -> k.name
    )
    near.filter { case (d, name) => d <= math.max(2, name.length / 4) }.sortBy(_._1).headOption.map(_._2)
  }

  /** Levenshtein's, a row at a time. */
  private def distance(a: String, b: String): Int =
    a.foldLeft((0 to b.length).toVector) { (row, c) =>
      b.indices.foldLeft(Vector(row.head + 1)) { (next, j) =>
        val change = row(j) + (if (b.charAt(j) == c) 0 else 1)
        next :+ math.min(math.min(row(j + 1) + 1, next(j) + 1), change)
      }
    }.last
}
