package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.redaction.Redactor

/** A validated `composite` section.
  *
  * @param members
  *   the sections of the members by name
  */
private[transport] final case class CompositeSettings(
    members: Vector[(String, Branch)],
    continueOnFailure: Boolean,
    withThreadPool: Boolean
)

private[transport] object CompositeSettings {

  /** The key of a member. */
  def key(at: String, name: String): String = s"$at.transports.$name"

  def read(at: String, section: Branch, redactor: Redactor): Either[ConfigProblem, CompositeSettings] =
    for {
      members <- members(at, section, redactor)
      continueOnFailure <- flag(at, section, "continueOnFailure", redactor)
      withThreadPool <- flag(at, section, "withThreadPool", redactor)
    } yield CompositeSettings(members, continueOnFailure, withThreadPool)

  private def members(
      at: String,
      section: Branch,
      redactor: Redactor
  ): Either[ConfigProblem, Vector[(String, Branch)]] = {
    val all = TransportOptions.members(section)
    val sections = all.collect { case (name, member: Branch) => name -> member }
    all.collectFirst { case (name, other) if !other.isInstanceOf[Branch] => name } match {
      case _ if all.isEmpty =>
        Left(ConfigProblem.of(
          s"$at.transports",
          "",
          "contains no transport; add at least one, for example transports.main.type=console",
          redactor
        ))
      case Some(name) =>
        Left(ConfigProblem.of(key(at, name), "", "not a transport; give it a type", redactor))
      case None => Right(sections)
    }
  }

  private def flag(
      at: String,
      section: Branch,
      name: String,
      redactor: Redactor
  ): Either[ConfigProblem, Boolean] = {
    def invalid(value: String) =
      Left(ConfigProblem.of(s"$at.$name", value, "not a flag; write true or false", redactor))
    section.get(name) match {
      case None => Right(true)
      case Some(ConfigTree.Leaf(value)) => value.trim.toLowerCase(java.util.Locale.ROOT) match {
          case "true" | "" => Right(true)
          case "false" => Right(false)
          case _ => invalid(value)
        }
      case Some(_) => invalid("")
    }
  }
}
