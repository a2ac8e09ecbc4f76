package io.headwater.emit.transport

import java.nio.file.{InvalidPathException, Path}

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.redact.JsonRedactor
import io.headwater.emit.transport.config.{CompositeSettings, TransportOptions, TransportSection}
import io.headwater.redaction.Redactor
import io.headwater.util.{Attempts, ClassLoaders, ClassNames, JavaCollections}
import io.openlineage.client.transports.EventTransformer

/** Builds the transport that the section `transport` describes. `file`, `composite` and `transform` are classes of the
  * agent (see there for the reasons). With `python`, only the transports that users have written get events. Every other
  * type is a transport of openlineage-java, or is found through `ServiceLoader`.
  */
private[emit] final class Transports(
    redactor: Redactor,
    json: JsonRedactor,
    location: OutputLocation,
    extensions: EventTransport
) {
  import ConfigTree.Branch
  import Transports._

  def open(section: Option[Branch]): Either[ConfigProblem, EventTransport] = section match {
    case None => Right(new TeeTransport(new JsonLinesFile(location.defaultFile), extensions))
    case Some(s) if TransportOptions.kind(s).contains("python") => Right(extensions)
    case Some(s) => build(TransportSection(root, s, redactor)).map(new TeeTransport(_, extensions))
  }

  private def build(section: TransportSection): Either[ConfigProblem, EventTransport] =
    TransportOptions.kind(section.options) match {
      case None => Left(missingType(section))
      case Some("file") => file(section)
      case Some("composite") => composite(section)
      case Some("transform") => transform(section)
      case Some(kind) => ClientTransports.build(kind, section)
    }

  private def file(section: TransportSection): Either[ConfigProblem, EventTransport] =
    filePath(section, location.workDir).map(path => new JsonLinesFile(path.getOrElse(location.defaultFile)))

  private def composite(section: TransportSection): Either[ConfigProblem, EventTransport] =
    for {
      settings <- CompositeSettings.read(section)
      built = settings.members.map { case (name, member) => build(member).map(name -> _) }
      _ <- built.collectFirst { case Left(p) => p }.toLeft(())
      members = built.collect { case Right(m) => m }
    } yield new CompositeEventTransport(members, settings.continueOnFailure, settings.withThreadPool)

  private def transform(section: TransportSection): Either[ConfigProblem, EventTransport] =
    for {
      transformer <- transformer(section)
      inner <- transformed(section)
      to <- build(inner)
    } yield new TransformingTransport(transformer, to, json)

  private def transformer(section: TransportSection): Either[ConfigProblem, EventTransformer] = {
    val name = transformerName(section)
    val properties =
      section.options.get("transformerProperties").collect { case Branch(c) => c }.getOrElse(Map.empty)
    Attempts.caught {
      val created = transformerClass(name).getDeclaredConstructor().newInstance()
      created.initialize(JavaCollections.map(properties.collect { case (k, ConfigTree.Leaf(v)) => k -> v }))
      created
    }.toEither.left.map(unusable(section, _))
  }
}

private[transport] object Transports {
  private val root = "spark.openlineage.transport"

  def missingType(section: TransportSection): ConfigProblem =
    section.problem("type", "", s"missing; use one of ${ClientTransports.known}")

  /** The file of a section `file`; none if it names none. */
  def filePath(section: TransportSection, workDir: Path): Either[ConfigProblem, Option[Path]] =
    try
      Right(section.options.text("location").map(_.trim).filter(_.nonEmpty)
        .map(workDir.toAbsolutePath.resolve(_).normalize))
    catch {
      case e: InvalidPathException =>
        Left(section.problem("location", e.getInput, "not a file path; give one"))
    }

  /** The section of the transport that gets the transformed events. */
  def transformed(section: TransportSection): Either[ConfigProblem, TransportSection] =
    section.options.get("transport").collect { case b: ConfigTree.Branch => section.below("transport", b) }
      .toRight(section.problem("transport", "", "missing; configure the transport for transformed events"))

  private def transformerName(section: TransportSection): String =
    Vector("transformerClass", "transformClass").flatMap(section.options.text).map(_.trim).find(_.nonEmpty)
      .getOrElse("")

  /** The class of a transformer, which must have this type. */
  private def transformerClass(name: String): Class[_ <: EventTransformer] =
    Class.forName(name, false, ClassLoaders.ofUser).asSubclass(classOf[EventTransformer])

  /** What is wrong with the class of a transformer, which is not created. */
  def transformerProblem(section: TransportSection): Option[ConfigProblem] =
    Attempts.failure { transformerClass(transformerName(section)); () }.map(unusable(section, _))

  private def unusable(section: TransportSection, e: Throwable): ConfigProblem = {
    val name = transformerName(section)
    val problem = if (name.isEmpty) "missing" else s"cannot be used (${ClassNames.simple(e)})"
    section.problem("transformerClass", name, s"$problem; name an EventTransformer on the class path")
  }
}
