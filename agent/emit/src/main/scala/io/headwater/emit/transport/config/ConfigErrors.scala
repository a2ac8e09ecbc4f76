package io.headwater.emit.transport.config

import com.fasterxml.jackson.databind.exc.InvalidFormatException

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor
import io.headwater.util.{Causes, Deadline}

/** Says what is wrong with a section out of what a library threw when it was given it. */
private[transport] final class ConfigErrors(redactor: Redactor) {

  def explained(at: String, kind: String, section: Branch, e: Throwable): ConfigProblem = {
    val chain = Causes.of(e)
    def missing(fix: String) = problem(s"$at.type", kind, fix)
    chain.collectFirst { case f: InvalidFormatException => f } match {
      case Some(f) =>
        val path = names(f)
        val fix = s"cannot be read as ${f.getTargetType.getSimpleName}; mend or remove it"
        problem(s"$at.$path", value(section, path), fix)
      case None if kind == "kafka" && chain.exists(_.isInstanceOf[LinkageError]) =>
        missing("kafka-clients is not on the driver's class path; add it, or use another transport")
      case None if chain.exists(_.isInstanceOf[LinkageError]) =>
        val why = s"${chain.last.getClass.getSimpleName}: ${chain.last.getMessage}"
        missing(s"does not fit this class path ($why); add what its artifact depends on")
      case None if Deadline.isTimeout(e) =>
        missing("was not set up in time; mend the options of this transport, or what it asks for them")
      case None =>
        val message = chain.flatMap(x => Option(x.getMessage)).filter(_.nonEmpty).lastOption.getOrElse("")
        missing(s"cannot be set up: ${said(message, section)}; mend the options of this transport")
    }
  }

  private def names(f: InvalidFormatException): String = {
    val names = Vector.newBuilder[String]
    f.getPath.forEach { r => names += Option(r.getFieldName).getOrElse(r.getIndex.toString); () }
    names.result().mkString(".")
  }

  private def value(section: Branch, path: String): String =
    path.split('.').foldLeft(Option[ConfigTree](section)) {
      case (Some(b: Branch), key) => b.get(key)
      case _ => None
    }.collect { case ConfigTree.Leaf(v) => v }.getOrElse("")

  private def said(message: String, section: Branch): String =
    CredentialRedactor(section, redactor)(message.takeWhile(_ != '\n').take(200))

  private def problem(key: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(key, value, fix, redactor)
}
