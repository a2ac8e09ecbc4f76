package io.headwater.emit.transport

import java.nio.file.{InvalidPathException, Path}

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.redact.JsonRedactor
import io.headwater.emit.transport.config.{CompositeSettings, TransportOptions}
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
    case Some(s) => build(root, s).map(new TeeTransport(_, extensions))
  }

  private def build(at: String, section: Branch): Either[ConfigProblem, EventTransport] =
    TransportOptions.kind(section) match {
      case None => Left(missingType(at, redactor))
      case Some("file") => file(at, section)
      case Some("composite") => composite(at, section)
      case Some("transform") => transform(at, section)
      case Some(kind) => new ClientTransports(redactor).build(at, kind, section)
    }

  private def file(at: String, section: Branch): Either[ConfigProblem, EventTransport] =
    filePath(at, section, location.workDir, redactor).map(path =>
      new JsonLinesFile(path.getOrElse(location.defaultFile))
    )

  private def composite(at: String, section: Branch): Either[ConfigProblem, EventTransport] = {
    def member(name: String, b: Branch) = build(CompositeSettings.key(at, name), b).map(name -> _)
    for {
      settings <- CompositeSettings.read(at, section, redactor)
      built = settings.members.map { case (name, b) => member(name, b) }
      _ <- built.collectFirst { case Left(p) => p }.toLeft(())
      members = built.collect { case Right(m) => m }
    } yield new CompositeEventTransport(members, settings.continueOnFailure, settings.withThreadPool)
  }

  private def transform(at: String, section: Branch): Either[ConfigProblem, EventTransport] =
    for {
      transformer <- transformer(at, section)
      inner <- transformed(at, section, redactor)
      to <- build(s"$at.transport", inner)
    } yield new TransformingTransport(transformer, to, json)

  private def transformer(at: String, section: Branch): Either[ConfigProblem, EventTransformer] = {
    val name = section.text("transformerClass").getOrElse("")
    val properties = section.get("transformerProperties").collect { case Branch(c) => c }.getOrElse(Map.empty)
    Attempts.caught {
      val created = transformerClass(name).getDeclaredConstructor().newInstance()
      created.initialize(JavaCollections.map(properties.collect { case (k, ConfigTree.Leaf(v)) => k -> v }))
      created
    }.toEither.left.map(unusable(at, name, _, redactor))
  }
}

private[transport] object Transports {
  private val root = "spark.openlineage.transport"

  def missingType(at: String, redactor: Redactor): ConfigProblem =
    ConfigProblem.of(s"$at.type", "", s"missing; use one of ${ClientTransports.known}", redactor)

  /** The file of a section `file`; none if it names none. */
  def filePath(
      at: String,
      section: ConfigTree.Branch,
      workDir: Path,
      redactor: Redactor
  ): Either[ConfigProblem, Option[Path]] =
    try
      Right(section.text("location").map(_.trim).filter(_.nonEmpty)
        .map(workDir.toAbsolutePath.resolve(_).normalize))
    catch {
      case e: InvalidPathException =>
        Left(ConfigProblem.of(s"$at.location", e.getInput, "not a file path; give one", redactor))
    }

  /** The section of the transport that gets the transformed events. */
  def transformed(
      at: String,
      section: ConfigTree.Branch,
      redactor: Redactor
  ): Either[ConfigProblem, ConfigTree.Branch] =
    section.get("transport").collect { case b: ConfigTree.Branch => b }.toRight(ConfigProblem.of(
      s"$at.transport",
      "",
      "missing; configure the transport for transformed events",
      redactor
    ))

  /** The class of a transformer, which must have this type. */
  private def transformerClass(name: String): Class[_ <: EventTransformer] =
    Class.forName(name, false, ClassLoaders.ofUser).asSubclass(classOf[EventTransformer])

  /** What is wrong with the class of a transformer, which is not created. */
  def transformerProblem(
      at: String,
      section: ConfigTree.Branch,
      redactor: Redactor
  ): Option[ConfigProblem] = {
    val name = section.text("transformerClass").getOrElse("")
    Attempts.caught(transformerClass(name)).failed.toOption.map(unusable(at, name, _, redactor))
  }

  private def unusable(at: String, name: String, e: Throwable, redactor: Redactor): ConfigProblem =
    ConfigProblem.of(
      s"$at.transformerClass",
      name,
      s"cannot be used (${ClassNames.simple(e)}); name an EventTransformer on the class path",
      redactor
    )
}
