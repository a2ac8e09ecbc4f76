package io.headwater.shell.session

import java.util.{Collections, WeakHashMap}

import org.apache.spark.SparkEnv
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.DatasetId
import io.headwater.plan.session.{
  AwsAccount,
  CheckpointedRdds,
  GlueCatalog,
  InputFieldLimit,
  LineageCache,
  SeenTables,
  SeenVariables,
  SessionContext
}
import io.headwater.plan.shim.SparkShim
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.QueryInfo
import io.headwater.shell.environment.CatalogCalls
import io.headwater.shell.extensions.python.{DeclaredFunctions, FrameDeclarations}
import io.headwater.shell.logging.DriverLog

/** Creates the [[SessionContext]] for the walk over a plan.
  *
  * @param tables
  *   used on the worker thread only, as `checkpoints` and `remembered`
  * @param descriptions
  *   see [[SessionContext]]
  * @param viewsAsDatasets
  *   see [[SessionContext]]
  * @param inputFields
  *   see [[SessionContext]]
  * @param eventName
  *   see [[SessionContext]]; used on the worker thread only
  * @param redactor
  *   see [[SessionContext]]
  */
final class SessionContexts(
    shim: SparkShim,
    tables: SeenTables,
    checkpoints: CheckpointedRdds,
    remembered: RememberedLineage,
    descriptions: Boolean,
    viewsAsDatasets: Boolean,
    inputFields: InputFieldLimit = InputFieldLimit(),
    eventName: DatasetId => DatasetId = identity,
    redactor: Redactor = Redactor.default
) {

  private val log = new DriverLog(getClass)
  private val catalog = new CatalogCalls(shim)
  // by session; extensions that ask for the lineage of a plan do so on threads of their own
  private val variables = Collections.synchronizedMap(new WeakHashMap[AnyRef, SeenVariables])
  private var unreadVariables = false
  private var glueChecked = false

  /** The context of a query as it was when the query started. */
  def of(query: QueryExecution, info: QueryInfo): SessionContext = {
    val context = of(query)
    context.copy(
      started = Some(info.start),
      settingsAtStart = info.settings.map(own => key => own.get(key).orElse(ofApplication(key))),
      cachedLineage = remembered.within(info.rootExecutionId),
      current = info.current.fold(context.current)(current => () => current)
    )
  }

  private def ofApplication(key: String): Option[String] =
    Option(SparkEnv.get).flatMap(_.conf.getOption(key))

  def of(query: QueryExecution): SessionContext = of(shim.session(query))

  /** Forgets what a statement may have changed whose plan is not read: the locations of databases, and loops of scripts and,
    * if it sets variables, the variables of its session.
    *
    * @param node
    *   the name of the physical plan's root
    * @param query
    *   the statement; without it, its session may be any
    */
  def planUnread(node: String, query: Option[QueryExecution]): Unit = {
    val setsVariables = SessionContexts.setVariables(node)
    tables.databases.allChanged()
    query match {
      case Some(statement) => forget(variablesOf(shim.session(statement)), setsVariables)
      case None =>
        if (setsVariables) unreadVariables = true
        variables.values.forEach(forget(_, setsVariables))
    }
  }

  private def forget(seen: SeenVariables, setsVariables: Boolean): Unit =
    if (setsVariables) seen.forgetAll() else seen.loops.forgetAll()

  private def variablesOf(session: SparkSession): SeenVariables =
    variables.computeIfAbsent(session, _ => new SeenVariables(unreadVariables))

  /** The context of a session as it is now. A streaming query has no `QueryExecution` of its own. */
  def of(session: SparkSession): SessionContext = {
    val context = SessionContexts.ofSession(session, shim)
    if (!glueChecked) warnOfGlue(context)
    context.copy(
      tables = tables.of(SessionContexts.catalogSettings(shim.settings(session))),
      checkpoints = checkpoints,
      variables = variablesOf(session),
      cachedLineage = remembered,
      descriptions = descriptions,
      viewsAsDatasets = viewsAsDatasets,
      inputFields = inputFields,
      eventName = eventName,
      redactor = redactor,
      databaseLocation = Some(catalog.location(session)),
      tableInCatalog = catalog.table(session)
    )
  }

  private def warnOfGlue(context: SessionContext): Unit = {
    glueChecked = true
    GlueCatalog.problem(context.aws, SessionContexts.either(context.hadoop, context.conf))
      .foreach(log.warn(_))
  }
}

object SessionContexts {
  private lazy val environment = sys.env // the environment of a JVM does not change; each call copies it
  private val setVariables = Set("CreateVariable", "CreateVariables", "FetchCursor", "SetVariable")

  /** What the session itself tells, without what the agent remembers of earlier queries, and without calls to the catalog. */
  def ofSession(session: SparkSession, shim: SparkShim): SessionContext = {
    val conf: String => Option[String] = shim.conf(session, _)
    val hadoop: String => Option[String] = shim.hadoop(session, _)
    val aws = AwsAccount.of(conf, hadoop, environment)
    val address = metastore(conf, hadoop)
    SessionContext(
      warehouse = conf("spark.sql.warehouse.dir"),
      metastore = if (conf("spark.sql.catalogImplementation").contains("hive")) address else None,
      aws = aws,
      glue = GlueCatalog.of(aws, either(hadoop, conf)),
      conf = conf,
      hadoop = hadoop,
      declarations = DeclaredFunctions.find,
      frameDeclaration = FrameDeclarations.read,
      current = () => shim.current(session),
      temporaryView = shim.temporaryView(session, _),
      defaultFileSystem = shim.defaultFileSystem(session),
      sqlConf = Some(shim.sqlConf(session)),
      defaultMetastore = address
    )
  }

  /** A setting of Hadoop's configuration or else of the session. */
  private def either(
      hadoop: String => Option[String],
      conf: String => Option[String]
  )(key: String): Option[String] =
    hadoop(key).orElse(conf(key))

  /** A text that tells the settings of a catalog apart from others. It has no values, because some are secret. */
  private def catalogSettings(all: => Map[String, String]): String => String = {
    lazy val ofCatalogs = all.filter(_._1.startsWith("spark.sql.catalog."))
    name => {
      val own = s"spark.sql.catalog.$name"
      ofCatalogs.filter { case (key, _) => key == own || key.startsWith(s"$own.") }.hashCode.toHexString
    }
  }

  /** The address of the metastore. An embedded one has none; its tables are named by the warehouse. Spark's own key
    * comes first, as in the published agent. Spark gives Hive all settings of the session, also those without a prefix, and they
    * have precedence over Hadoop's configuration.
    */
  private[session] def metastore(
      conf: String => Option[String],
      hadoop: String => Option[String]
  ): Option[String] =
    conf(
      "spark.sql.hive.metastore.uris"
    ).orElse(conf("hive.metastore.uris")).orElse(hadoop("hive.metastore.uris"))
      .map(_.trim).filter(_.nonEmpty)

  /** A context for a walk on another thread: it shares no state with the worker thread, but the locations of databases. */
  def isolated(context: SessionContext): SessionContext =
    context.copy(
      tables = new SeenTables(databases = context.tables.databases),
      variables = new SeenVariables,
      cachedLineage = LineageCache.none,
      checkpoints = new CheckpointedRdds,
      eventName = identity
    )
}
