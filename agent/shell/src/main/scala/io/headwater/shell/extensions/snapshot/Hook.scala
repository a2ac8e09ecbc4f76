package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.ExtensionError
import io.headwater.shell.json.Json

/** One thing that a Python extension wants to be asked, as it says in `hello` (docs/python-bridge.md). */
sealed trait Hook {
  def id: Int
  def extension: String
}

object Hook {

  /** Asked of plan nodes: of one of `nodes`, or a kind of one of `extending`; and holding one of `holds` where given. */
  final case class Visitor(
      id: Int,
      extension: String,
      nodes: Vector[ClassPattern],
      extending: Vector[ClassPattern],
      holds: Vector[ClassPattern],
      needs: Vector[String]
  ) extends Hook

  /** Asked of what Spark's listener was told, by type; of every event where it names none. */
  final case class Builder(id: Int, extension: String, subjects: Vector[Wanted]) extends Hook

  final case class Namer(id: Int, extension: String) extends Hook
  final case class Filter(id: Int, extension: String) extends Hook
  final case class Transport(id: Int, extension: String) extends Hook

  /** `RDD`, or `RDD:FileScanRDD` for those of one class. */
  final case class Wanted(subject: String, of: Option[ClassPattern])
}

/** What a peer can be asked, and what failed as it was loaded. */
final case class Hooks(all: Vector[Hook], problems: Vector[ExtensionError]) {
  val visitors: Vector[Hook.Visitor] = all.collect { case v: Hook.Visitor => v }
  val builders: Vector[Hook.Builder] = all.collect { case b: Hook.Builder => b }
  val namers: Vector[Hook.Namer] = all.collect { case n: Hook.Namer => n }
  val filters: Vector[Hook.Filter] = all.collect { case f: Hook.Filter => f }
  val transports: Vector[Hook.Transport] = all.collect { case t: Hook.Transport => t }

  def wants(subject: String): Boolean = builders.exists(_.subjects.exists(_.subject == subject))

  def extension(hook: Int): String = all.find(_.id == hook).fold("unknown extension")(_.extension)
}

object Hooks {
  val none: Hooks = Hooks(Vector.empty, Vector.empty)

  /** Kinds that a newer SDK may send and this agent does not know are left out. */
  def read(hello: JsonNode): Hooks = Hooks(
    Json.items(hello.path("hooks")).flatMap(hook),
    Json.items(hello.path("problems")).map(p =>
      ExtensionError(Json.text(p, "extension"), "load", Json.text(p, "message"))
    )
  )

  private def hook(node: JsonNode): Option[Hook] = {
    val (id, extension) = (node.path("id").asInt(-1), Json.text(node, "extension"))
    def patterns(name: String) = Json.texts(node.path(name)).map(ClassPattern(_))
    Json.text(node, "kind") match {
      case "visitor" =>
        Some(Hook.Visitor(
          id,
          extension,
          patterns("nodes"),
          patterns("extends"),
          patterns("holds"),
          Json.texts(node.path("needs"))
        ))
      case "builder" => Some(Hook.Builder(id, extension, Json.texts(node.path("subjects")).map(wanted)))
      case "namer" => Some(Hook.Namer(id, extension))
      case "filter" => Some(Hook.Filter(id, extension))
      case "transport" => Some(Hook.Transport(id, extension))
      case _ => None
    }
  }

  private def wanted(text: String): Hook.Wanted = text.split(":", 2) match {
    case Array(subject, of) => Hook.Wanted(subject, Some(ClassPattern(of)))
    case _ => Hook.Wanted(text, None)
  }
}
