package io.headwater.shell.config

/** What a value must look like. */
sealed abstract class KeyType(val name: String)
object KeyType {
  case object Text extends KeyType("text")
  case object Flag extends KeyType("true or false")
  final case class Count(from: Int) extends KeyType(s"whole number from $from")

  /** ISO-8601, with an offset. */
  case object Time extends KeyType("time")
  case object Uuid extends KeyType("UUID")

  /** `a,b` or `[a;b]`. */
  case object Names extends KeyType("list of names")

  /** `k:v;label;k:v:source`, or a list of such. */
  case object Tags extends KeyType("tags")
  case object Json extends KeyType("JSON")

  /** Read by someone else, as it is. */
  case object Section extends KeyType("section")
}

/** One setting: `name` without the prefix `spark.openlineage.`; `*` stands for one part, a final `**` for any rest.
  * `read` is false for what the published agent knows and this one needs not; `doc` then says why.
  */
final case class ConfigKey(name: String, kind: KeyType, default: String, doc: String, read: Boolean = true) {
  val parts: Vector[String] = name.split('.').toVector

  def matches(path: Vector[String]): Boolean =
    if (parts.lastOption.contains("**")) path.size >= parts.size - 1 && agree(path.take(parts.size - 1))
    else path.size == parts.size && agree(path)

  private def agree(path: Vector[String]): Boolean =
    path.zip(parts).forall { case (p, k) => k == "*" || k == p }
}
