package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree.Branch
import io.headwater.config.{ConfigProblem, ConfigTree}

/** A validated `composite` section.
  *
  * @param members
  *   the members by name
  */
private[transport] final case class CompositeSettings(
    members: Vector[(String, TransportSection)],
    continueOnFailure: Boolean,
    withThreadPool: Boolean
)

private[transport] object CompositeSettings {

  def read(section: TransportSection): Either[ConfigProblem, CompositeSettings] =
    for {
      members <- members(section)
      continueOnFailure <- flag(section, "continueOnFailure")
      withThreadPool <- flag(section, "withThreadPool")
    } yield CompositeSettings(members, continueOnFailure, withThreadPool)

  private def members(section: TransportSection)
      : Either[ConfigProblem, Vector[(String, TransportSection)]] = {
    val all = TransportOptions.members(section.options)
    val sections = all.collect { case (name, member: Branch) =>
      name -> section.below(s"transports.$name", member)
    }
    all.collectFirst { case (name, other) if !other.isInstanceOf[Branch] => name } match {
      case _ if all.isEmpty =>
        val fix = "contains no transport; add at least one, for example transports.main.type=console"
        Left(section.problem("transports", "", fix))
      case Some(name) =>
        Left(section.problem(s"transports.$name", "", "not a transport; give it a type"))
      case None => Right(sections)
    }
  }

  private def flag(section: TransportSection, name: String): Either[ConfigProblem, Boolean] = {
    def invalid(value: String) = Left(section.problem(name, value, "not a flag; write true or false"))
    section.options.get(name) match {
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
