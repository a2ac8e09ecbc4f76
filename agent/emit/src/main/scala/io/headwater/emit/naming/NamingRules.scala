package io.headwater.emit.naming

import java.util.regex.{Pattern, PatternSyntaxException}

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.transport.config.ClientConfig
import io.headwater.redaction.Redactor
import io.headwater.util.{Attempts, ClassLoaders, ClassNames, JavaCollections}
import io.openlineage.client.dataset.DatasetConfig
import io.openlineage.client.dataset.namespace.resolver.{
  DatasetNamespaceResolver,
  DatasetNamespaceResolverLoader
}
import io.openlineage.client.dataset.partition.trimmer._

/** Reads the section `dataset`. Resolvers and trimmers are those of openlineage-java and those on the class path.
  *
  * @param warn
  *   logs what happens later: a resolver or trimmer that does not answer
  */
final class NamingRules(at: String, redactor: Redactor, warn: String => Unit = _ => ()) {
  import NamingRules._
  private val userRules = new UserRules(warn)

  /** @param section
    *   the section `dataset`
    * @param removePath
    *   a regular expression with the group `remove`
    * @param disabled
    *   the class names of trimmers that are not used
    * @param extra
    *   the class names of additional trimmers
    * @return
    *   the names, with a warning for each trimmer and pattern that cannot be used; or the setting that cannot be used
    */
  def names(
      section: Branch,
      removePath: Option[String],
      disabled: Vector[String],
      extra: Vector[String]
  ): Either[ConfigProblem, (DatasetNames, Vector[String])] = {
    val (custom, warnings) = trimmers(if (disabled.isEmpty) extra else extra.filterNot(disabled.contains))
    val builtIn = builtInTrimmers.filterNot(t => disabled.contains(t.getClass.getName))
    for {
      resolvers <- resolvers(section.get("namespaceResolvers").collect { case b: Branch => b })
      removed <- removePath.fold[Either[ConfigProblem, Option[Pattern]]](Right(None))(pattern(_).map(Some(_)))
    } yield
      if (removed.isEmpty) (new DatasetNames(resolvers, None, builtIn ++ custom), warnings)
      else {
        val withGroup = removed.filter(_.pattern.contains(s"(?<${DatasetNames.group}>"))
        val noGroup = removed.filterNot(withGroup.contains).map(p => warningOf(p.pattern))
        (new DatasetNames(resolvers, withGroup, builtIn ++ custom), warnings ++ noGroup)
      }
  }

  /** The resolvers in the order of the file, then of their names. The first one that changes a namespace applies. */
  private def resolvers(section: Option[Branch]): Either[ConfigProblem, Vector[DatasetNamespaceResolver]] =
    section.toVector.flatMap(_.ordered)
      .foldLeft[Either[ConfigProblem, Vector[DatasetNamespaceResolver]]](Right(Vector.empty)) {
        case (read, (name, options: Branch)) =>
          for { all <- read; next <- resolver(name, options) } yield all ++ next
        case (read, (name, _)) =>
          read.flatMap(_ =>
            Left(problem(s"namespaceResolvers.$name", "", "not a section; write its type below this key"))
          )
      }

  private def resolver(
      name: String,
      options: Branch
  ): Either[ConfigProblem, Vector[DatasetNamespaceResolver]] = {
    val key = s"namespaceResolvers.$name"
    val kind = options.text("type").map(_.trim).getOrElse("")
    val known = required.keys.mkString(", ")
    required.getOrElse(kind, Vector.empty).find(options.get(_).isEmpty) match {
      case _ if kind.isEmpty => Left(problem(s"$key.type", "", s"missing; use one of $known"))
      case Some(missing) => Left(problem(s"$key.$missing", "", s"missing; type $kind requires it"))
      case None => Attempts.caught(built(name, options)).toEither.left.map {
          case e: PatternSyntaxException =>
            problem(
              s"$key.regex",
              e.getPattern,
              s"not a regular expression (${e.getDescription}); correct it"
            )
          case _ =>
            problem(
              s"$key.type",
              kind,
              s"no resolver can be created; use one of $known, or correct its options"
            )
        }
    }
  }

  private def built(name: String, options: Branch): Vector[DatasetNamespaceResolver] = {
    val section = Branch(Map("namespaceResolvers" -> Branch(Map(name -> withHostList(options)))))
    val config = ClientConfig.read(section, classOf[DatasetConfig])
    JavaCollections.vector(DatasetNamespaceResolverLoader.loadDatasetNamespaceResolvers(config))
      .map(userRules.limited)
  }

  private def pattern(regex: String): Either[ConfigProblem, Pattern] =
    try Right(Pattern.compile(regex))
    catch {
      case e: PatternSyntaxException =>
        Left(problem(removePathKey, regex, s"not a regular expression (${e.getDescription}); correct it"))
    }

  /** A pattern without the group removes nothing, as with the published agent. */
  private def warningOf(regex: String): String = {
    val fix = s"has no group ${DatasetNames.group}; enclose the part to remove in (?<remove>...)"
    s"${problem(removePathKey, regex, fix).line}. Nothing is removed"
  }

  /** The trimmers that can be created, and a warning for each other one. */
  private def trimmers(names: Vector[String]): (Vector[DatasetNameTrimmer], Vector[String]) = {
    val loader = ClassLoaders.ofUser
    val created = names.map { name =>
      Attempts.caught(Class.forName(name, true, loader).getDeclaredConstructor().newInstance() match {
        case t: DatasetNameTrimmer => t
        case _ => throw new IllegalArgumentException("no DatasetNameTrimmer")
      }).toEither.left.map(e =>
        s"$at.extraTrimmers: $name cannot be used (${ClassNames.simple(e)}); name a DatasetNameTrimmer on the class path"
      )
    }
    (
      created.collect { case Right(t) => userRules.limited(t) },
      created.collect { case Left(warning) => warning }
    )
  }

  private def problem(key: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(s"$at.$key", value, fix, redactor)
}

object NamingRules {
  private val removePathKey = "removePath.pattern"

  /** The required options of each type. */
  private val required =
    Map(
      "hostList" -> Vector("hosts"),
      "pattern" -> Vector("regex"),
      "patternGroup" -> Vector("regex", "matchingGroup")
    )

  private def builtInTrimmers: Vector[DatasetNameTrimmer] =
    Vector(new DateTrimmer, new KeyValueTrimmer, new MultiDirDateTrimmer, new YearMonthTrimmer)

  /** The class names of the trimmers that are used unless they are disabled. */
  val defaultTrimmers: Vector[String] = builtInTrimmers.map(_.getClass.getName)

  /** openlineage-java expects a list; a single text is split. A variable may hold `[a;b]`, which its reader leaves as it is,
    * because it does not know this key as a list.
    */
  private def withHostList(options: Branch): Branch = options.get("hosts") match {
    case Some(Leaf(text)) =>
      val inner = text.trim.stripPrefix("[").stripSuffix("]")
      Branch(options.children.updated("hosts", Items(Leaf(inner).listed.map(Leaf(_)))))
    case _ => options
  }
}
