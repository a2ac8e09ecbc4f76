package io.headwater.emit.naming

import java.util.regex.{Pattern, PatternSyntaxException}

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.transport.config.ClientConfig
import io.headwater.redaction.Redactor
import io.headwater.util.Deadline
import io.openlineage.client.dataset.DatasetConfig
import io.openlineage.client.dataset.namespace.resolver.{
  DatasetNamespaceResolver,
  DatasetNamespaceResolverLoader
}
import io.openlineage.client.dataset.partition.trimmer._

/** The section `dataset`, read. Resolvers and trimmers are openlineage-java's, or found by it on the class path. */
final class NamingRules(at: String, redactor: Redactor) {
  import NamingRules._

  /** `section` is all of `dataset`; trimmers go by their class names. */
  def names(
      section: Branch,
      removePath: Option[String],
      disabled: Vector[String],
      extra: Vector[String]
  ): Either[ConfigProblem, (DatasetNames, Vector[String])] = {
    val (own, unusable) = trimmers(extra)
    val standard = default.filterNot(t => disabled.contains(t.getClass.getName))
    for {
      resolvers <- resolvers(section.get("namespaceResolvers").collect { case b: Branch => b })
      removed <- removePath.fold[Either[ConfigProblem, Option[Pattern]]](Right(None))(pattern(_).map(Some(_)))
    } yield (new DatasetNames(resolvers, removed, standard ++ own), unusable)
  }

  /** In the order of their names: the first that changes a namespace counts. */
  private def resolvers(section: Option[Branch]): Either[ConfigProblem, Vector[DatasetNamespaceResolver]] =
    section.toVector.flatMap(_.children.toVector.sortBy(_._1))
      .foldLeft[Either[ConfigProblem, Vector[DatasetNamespaceResolver]]](Right(Vector.empty)) {
        case (read, (name, options: Branch)) =>
          for { all <- read; next <- resolver(name, options) } yield all ++ next
        case (read, (name, _)) =>
          read.flatMap(_ =>
            Left(problem(s"namespaceResolvers.$name", "", "not a section; write its type below it"))
          )
      }

  private def resolver(
      name: String,
      options: Branch
  ): Either[ConfigProblem, Vector[DatasetNamespaceResolver]] = {
    val key = s"namespaceResolvers.$name"
    val kind = options.text("type").map(_.trim).getOrElse("")
    val missing = needed.getOrElse(kind, Vector.empty).find(options.get(_).isEmpty)
    if (kind.isEmpty) Left(problem(s"$key.type", "", s"missing; use one of ${needed.keys.mkString(", ")}"))
    else if (missing.isDefined)
      Left(problem(s"$key.${missing.mkString}", "", s"missing; type $kind needs it"))
    else Deadline.caught(built(name, options)).toEither.left.map {
      case e: PatternSyntaxException =>
        problem(s"$key.regex", e.getPattern, s"not a regular expression (${e.getDescription}); mend it")
      case _ =>
        val known = needed.keys.mkString(", ")
        problem(s"$key.type", kind, s"no resolver can be made of it; use one of $known, or mend its options")
    }
  }

  private def built(name: String, options: Branch): Vector[DatasetNamespaceResolver] = {
    val section = Branch(Map("namespaceResolvers" -> Branch(Map(name -> hosts(options)))))
    val config = ClientConfig.read(section, classOf[DatasetConfig])
    val found = Vector.newBuilder[DatasetNamespaceResolver]
    DatasetNamespaceResolverLoader.loadDatasetNamespaceResolvers(config).forEach { r => found += r; () }
    found.result()
  }

  private def pattern(regex: String): Either[ConfigProblem, Pattern] =
    try Right(Pattern.compile(regex)).filterOrElse(
        _.matcher("").pattern.pattern.contains(s"(?<${DatasetNames.group}>"),
        problem(
          removePathKey,
          regex,
          s"has no group called ${DatasetNames.group}; write (?<remove>...) around it"
        )
      )
    catch {
      case e: PatternSyntaxException =>
        Left(problem(removePathKey, regex, s"not a regular expression (${e.getDescription}); mend it"))
    }

  /** Those that can be made, and what to say of the others. */
  private def trimmers(names: Vector[String]): (Vector[DatasetNameTrimmer], Vector[String]) = {
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    val made = names.map { name =>
      Deadline.caught(Class.forName(name, true, loader).getDeclaredConstructor().newInstance() match {
        case t: DatasetNameTrimmer => t
        case _ => throw new IllegalArgumentException("no DatasetNameTrimmer")
      }).toEither.left.map(e =>
        s"$at.extraTrimmers: $name cannot be used (${e.getClass.getSimpleName}); name a DatasetNameTrimmer on the class path"
      )
    }
    (made.collect { case Right(t) => t }, made.collect { case Left(why) => why })
  }

  private def problem(key: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(s"$at.$key", value, fix, redactor)
}

object NamingRules {
  private val removePathKey = "removePath.pattern"

  /** What each type cannot do without. */
  private val needed =
    Map(
      "hostList" -> Vector("hosts"),
      "pattern" -> Vector("regex"),
      "patternGroup" -> Vector("regex", "matchingGroup")
    )

  private def default: Vector[DatasetNameTrimmer] =
    Vector(new DateTrimmer, new KeyValueTrimmer, new MultiDirDateTrimmer, new YearMonthTrimmer)

  /** The class names of those that are on unless they are disabled. */
  val standard: Vector[String] = default.map(_.getClass.getName)

  /** One host is a list, too. */
  private def hosts(options: Branch): Branch = options.get("hosts") match {
    case Some(one: Leaf) => Branch(options.children.updated("hosts", Items(one.listed.map(Leaf(_)))))
    case _ => options
  }
}
