package io.headwater.shell.extensions.snapshot

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.ExtensionError
import io.headwater.shell.json.Json

/** One function of a Python extension that the agent can call. Python sends the list of hooks in `hello`
  * (docs/python-bridge.md).
  */
sealed trait Hook {
  def id: Int
  def extension: String
}

object Hook {

  /** Called for plan nodes.
    *
    * @param nodes
    *   the classes of the nodes
    * @param supertypes
    *   supertypes of the nodes; a node needs to match one of `nodes` or one of `supertypes`
    * @param holds
    *   if not empty, one constructor argument of the node needs to be an instance of one of these
    * @param needs
    *   the paths whose values the request contains
    */
  final case class Visitor(
      id: Int,
      extension: String,
      nodes: Vector[ClassPattern],
      supertypes: Vector[ClassPattern],
      holds: Vector[ClassPattern],
      needs: Vector[String]
  ) extends Hook

  /** Called for Spark objects of the types in `subjects`; if there are none, once for each event. */
  final case class Builder(id: Int, extension: String, subjects: Vector[SubjectPattern]) extends Hook

  /** Called for each event: they may rename its datasets or its job, or drop some of it.
    *
    * @param isRequired
    *   whether no event may be sent without it
    */
  sealed trait Reviewer extends Hook {
    def isRequired: Boolean
  }
  final case class Namer(id: Int, extension: String, isRequired: Boolean = false) extends Reviewer
  final case class JobNamer(id: Int, extension: String, isRequired: Boolean = false) extends Reviewer
  final case class Filter(id: Int, extension: String, isRequired: Boolean = false) extends Reviewer

  /** Called for each finished event, which it may change. */
  final case class Transformer(id: Int, extension: String) extends Hook

  /** Gets each event.
    *
    * @param spooled
    *   whether events wait in the spool until it has taken them
    * @param batch
    *   how many events it takes at once
    */
  final case class Transport(id: Int, extension: String, spooled: Boolean = false, batch: Int = 1)
      extends Hook

  /** A type of Spark objects: `RDD`, or `RDD:FileScanRDD` for those of one class. */
  final case class SubjectPattern(kind: String, classPattern: Option[ClassPattern]) {

    def matches(subject: Subject): Boolean =
      kind == subject.kind && classPattern.forall(_.matchesSubclass(subject.about.getClass))
  }
}

/** The hooks of one Python process, and the errors from loading its extensions. */
final case class Hooks(all: Vector[Hook], problems: Vector[ExtensionError]) {
  val visitors: Vector[Hook.Visitor] = all.collect { case v: Hook.Visitor => v }
  val builders: Vector[Hook.Builder] = all.collect { case b: Hook.Builder => b }
  val namers: Vector[Hook.Namer] = all.collect { case n: Hook.Namer => n }
  val jobNamers: Vector[Hook.JobNamer] = all.collect { case n: Hook.JobNamer => n }
  val filters: Vector[Hook.Filter] = all.collect { case f: Hook.Filter => f }
  val transformers: Vector[Hook.Transformer] = all.collect { case t: Hook.Transformer => t }
  val transports: Vector[Hook.Transport] = all.collect { case t: Hook.Transport => t }

  /** The extensions that their authors have marked as required. */
  val required: Set[String] = all.collect { case r: Hook.Reviewer if r.isRequired => r.extension }.toSet

  /** Those builders only that are called for Spark objects. */
  def onlyOfSubjects: Hooks = Hooks(builders.filter(_.subjects.nonEmpty), Vector.empty)

  /** Whether a builder is called for Spark objects of this type. */
  def hasBuilderFor(kind: String): Boolean = builders.exists(_.subjects.exists(_.kind == kind))

  /** The name of the extension of a hook. */
  def extension(hook: Int): String = all.find(_.id == hook).fold("unknown extension")(_.extension)
}

object Hooks {
  val none: Hooks = Hooks(Vector.empty, Vector.empty)

  /** Hooks of a kind that this agent does not know are left out; a newer SDK may send them. */
  def read(hello: JsonNode): Hooks = Hooks(
    Json.items(hello.path("hooks")).flatMap(hook),
    Json.items(hello.path("problems")).map(p =>
      ExtensionError(Json.text(p, "extension"), "load", Json.text(p, "message"))
    )
  )

  private def hook(node: JsonNode): Option[Hook] = {
    val (id, extension) = (node.path("id").asInt(-1), Json.text(node, "extension"))
    val isRequired = node.path("required").asBoolean(false)
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
      case "builder" =>
        Some(Hook.Builder(id, extension, Json.texts(node.path("subjects")).map(subjectPattern)))
      case "namer" => Some(Hook.Namer(id, extension, isRequired))
      case "jobNamer" => Some(Hook.JobNamer(id, extension, isRequired))
      case "filter" => Some(Hook.Filter(id, extension, isRequired))
      case "transformer" => Some(Hook.Transformer(id, extension))
      case "transport" =>
        val batch = math.max(1, node.path("batch").asInt(1))
        Some(Hook.Transport(id, extension, node.path("spool").asBoolean(false), batch))
      case _ => None
    }
  }

  private def subjectPattern(text: String): Hook.SubjectPattern = text.split(":", 2) match {
    case Array(kind, name) => Hook.SubjectPattern(kind, Some(ClassPattern(name)))
    case _ => Hook.SubjectPattern(text, None)
  }
}
