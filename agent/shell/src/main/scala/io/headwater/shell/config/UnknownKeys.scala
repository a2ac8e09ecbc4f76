package io.headwater.shell.config

import java.util.Locale

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.transport.config.TransportOptions

/** Finds keys that no section declares, and the declared key that was probably meant. */
private[config] object UnknownKeys {

  /** @param known
    *   the declared keys
    * @param env
    *   the variables, one of which may have set an unknown key
    */
  def warnings(
      tree: Branch,
      known: Vector[ConfigKey[Any]] = ConfigKeys.all,
      env: Map[String, String] = Map.empty
  ): Vector[String] =
    ofKeys(tree, known, env) ++ ofTransports(tree, env)

  private def ofTransports(tree: Branch, env: Map[String, String]): Vector[String] =
    tree.get("transport").toVector.collect { case section: Branch => section }
      .flatMap(TransportOptions.unknown("transport", _))
      .map { case (key, options) =>
        val unknown = new UnknownKey(KeyPath.parse(key), env)
        val valid = options.find(o => key.toLowerCase(Locale.ROOT).endsWith("." + o.toLowerCase(Locale.ROOT)))
        val meant = valid.map(o => key.dropRight(o.length) + o).filter(_ => unknown.isVariable)
        val ofMember = TransportOptions.ofMember(key, options)
          .map(k => s"a member of the composite has it: ${unknown.written(k)}")
        val hint = ofMember.getOrElse(
          meant.fold(s"it has ${options.mkString(", ")}")(k => s"did you mean ${unknown.written(k)}?")
        )
        s"${unknown.text} is not an option of its transport and is ignored; $hint"
      }

  private def ofKeys(tree: Branch, known: Vector[ConfigKey[Any]], env: Map[String, String]): Vector[String] =
    KeyPath.leaves(tree).map(_._1).filterNot(isKnown(_, known)).map { path =>
      val unknown = new UnknownKey(path, env)
      val suggestion = nearest(path, known).fold("")(k => s"; did you mean ${unknown.written(k)}?")
      s"${unknown.text} is not a setting of the agent and is ignored$suggestion"
    }

  /** An unknown key as its source writes it: the name of a variable, or the key of Spark's configuration. */
  private final class UnknownKey(path: Vector[String], env: Map[String, String]) {
    private val variable = VariableNames.origin(env, path)
    private val key = ConfigKey.prefix + path.mkString(".")

    /** Whether the name of a variable is the key; in a value of JSON, the key is below it. */
    def isVariable: Boolean = variable.exists(VariableNames.path(_).size == path.size)

    def text: String = variable match {
      case Some(name) if isVariable => s"variable $name"
      case Some(name) => s"variable $name ($key)"
      case None => key
    }

    def written(known: String): String =
      if (isVariable) VariableNames.of(known) else ConfigKey.prefix + known
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
