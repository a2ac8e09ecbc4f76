package io.headwater.emit.transport.config

import com.fasterxml.jackson.databind.exc.InvalidFormatException

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.json.OpenLineageMapper.mapper
import io.headwater.util.{Causes, ClassNames, Deadline, JavaCollections}

/** Converts the exception that a library throws for a section into a problem of the configuration. */
private[transport] object ConfigErrors {

  def problem(kind: String, section: TransportSection, e: Throwable): ConfigProblem = {
    val chain = Causes.of(e)
    def ofType(fix: String) = section.problem("type", kind, fix)
    chain.collectFirst { case f: InvalidFormatException => f } match {
      case Some(f) =>
        val path = names(f)
        val fix = expected(f.getTargetType)
        section.problem(path, value(section.options, path), fix)
      case None if kind == "kafka" && chain.exists(_.isInstanceOf[LinkageError]) =>
        ofType("kafka-clients is not on the driver's class path; add it, or use another transport")
      case None if chain.exists(_.isInstanceOf[LinkageError]) =>
        val cause = s"${ClassNames.simple(chain.last)}: ${chain.last.getMessage}"
        val fix =
          if (chain.exists(isOfJava))
            "this Java lacks one of its modules; use a complete Java, or add the module to the image"
          else "add the dependencies of its artifact to the class path"
        ofType(s"cannot be loaded ($cause); $fix")
      case None if Deadline.isTimeout(e) =>
        ofType("was not set up in time; check its options and the services that it connects to")
      case None =>
        val message = chain.flatMap(x => Option(x.getMessage)).filter(_.nonEmpty).lastOption.getOrElse("")
        ofType(s"cannot be set up: ${redacted(message, section)}; correct the options of this transport")
    }
  }

  /** A run-time image of Java (`jlink`) may lack a module, such as `jdk.net`, which the HTTP client needs. */
  private def isOfJava(e: Throwable): Boolean =
    Option(e.getMessage).exists(missing => missing.startsWith("jdk/") || missing.startsWith("java/"))

  /** The values of an enumeration as the configuration writes them, or else the name of the type. */
  private def expected(target: Class[_]): String =
    Option(target.getEnumConstants).map(_.toVector).filter(_.nonEmpty) match {
      case Some(values) =>
        s"unknown value; use one of ${values.map(mapper.convertValue(_, classOf[String])).mkString(", ")}"
      case None => s"cannot be read as ${target.getSimpleName}; correct or remove it"
    }

  private def names(f: InvalidFormatException): String =
    JavaCollections.vector(f.getPath).map(r => Option(r.getFieldName).getOrElse(r.getIndex.toString))
      .mkString(".")

  private def value(section: Branch, path: String): String =
    path.split('.').foldLeft(Option[ConfigTree](section)) {
      case (Some(b: Branch), key) => b.get(key)
      case _ => None
    }.collect { case ConfigTree.Leaf(v) => v }.getOrElse("")

  private def redacted(message: String, section: TransportSection): String =
    CredentialRedactor(section.options, section.redactor)(message.takeWhile(_ != '\n')).take(200)
}
