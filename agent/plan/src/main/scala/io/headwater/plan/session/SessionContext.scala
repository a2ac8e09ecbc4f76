package io.headwater.plan.session

import java.net.URI
import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.connector.catalog.{Identifier, Table}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

import io.headwater.model.DatasetId
import io.headwater.redaction.Redactor

/** The input of the walk in addition to the plan: settings and state of the session.
  *
  * @param warehouse
  *   `spark.sql.warehouse.dir` as a URI
  * @param metastore
  *   the address of the Hive metastore, for example `thrift://host:9083`; None if the session catalog is in memory
  * @param aws
  *   the account and region of AWS, as far as they are known
  * @param glue
  *   the AWS Glue catalog, if its account and region are known
  * @param tables
  *   the tables that earlier plans have shown
  * @param variables
  *   the SQL variables that earlier statements of the session have set
  * @param conf
  *   the value of a setting of the session
  * @param hadoop
  *   the application's value of a Hadoop setting
  * @param cachedLineage
  *   the lineage of DataFrames whose plan Spark has dropped
  * @param declarations
  *   the lineage that authors of Python functions have declared
  * @param frameDeclaration
  *   reads the lineage that a program has declared for a DataFrame
  * @param sinkOptions
  *   the options of a streaming query's sink; the plan does not have them
  * @param streamingQueryId
  *   that of the streaming query whose plan it is; such a query reads tables anew in each batch
  * @param descriptions
  *   whether to describe each transformation by its SQL
  * @param viewsAsDatasets
  *   whether a view that is read is a source, and not the tables of its definition
  * @param databaseLocation
  *   the location of a database of the session catalog; without this function each database has the location
  *   `NAME.db` in the warehouse
  * @param tableInCatalog
  *   a table or view of the session catalog, for a command whose plan does not show whether there is one, or which columns
  *   it has: Some(None) if there is none, None if the catalog does not answer
  * @param current
  *   the current catalog, namespace and database of the session, for a command that has the name of a table as it was
  *   written
  * @param temporaryView
  *   the columns of a temporary view of the session, for a command that has the name of a table as it was written
  * @param started
  *   when the query started, for tables that change with each commit. None if the newest state is wanted
  * @param settingsAtStart
  *   the value of a setting without a default, as it was when the query started
  * @param checkpoints
  *   what earlier plans and jobs have shown of RDDs that are checkpointed
  * @param inputFields
  *   the bound on the input fields of an event
  * @param eventName
  *   the name that events give a dataset of a plan: partition folders have that of their table
  * @param defaultFileSystem
  *   the file system of paths without a scheme; None if it is unknown
  * @param sqlConf
  *   the settings that Spark's own code uses while the plan is read; without them it uses its defaults, and the time zone of
  *   the JVM
  * @param defaultMetastore
  *   the address of the Hive metastore for catalogs that set none of their own, whatever the session catalog is
  * @param datasetOfTable
  *   the dataset that a table of DataSource V2 names itself
  * @param redactor
  *   knows which names are sensitive
  */
final case class SessionContext(
    warehouse: Option[String] = None,
    metastore: Option[String] = None,
    aws: AwsAccount = AwsAccount(),
    glue: Option[GlueCatalog] = None,
    tables: SeenTables = new SeenTables,
    variables: SeenVariables = new SeenVariables,
    conf: String => Option[String] = _ => None,
    hadoop: String => Option[String] = _ => None,
    cachedLineage: LineageCache = LineageCache.none,
    declarations: FunctionDeclaration.Finder = _ => None,
    frameDeclaration: FrameDeclaration.Reader = _ => None,
    sinkOptions: Map[String, String] = Map.empty,
    streamingQueryId: Option[UUID] = None,
    descriptions: Boolean = false,
    viewsAsDatasets: Boolean = false,
    databaseLocation: Option[String => Option[URI]] = None,
    tableInCatalog: TableIdentifier => Option[Option[CatalogEntry]] = _ => Some(None),
    current: () => CurrentNamespace = () => CurrentNamespace(),
    temporaryView: TableIdentifier => Option[StructType] = _ => None,
    started: Option[Instant] = None,
    settingsAtStart: Option[String => Option[String]] = None,
    checkpoints: CheckpointedRdds = new CheckpointedRdds,
    inputFields: InputFieldLimit = InputFieldLimit(),
    eventName: DatasetId => DatasetId = identity,
    defaultFileSystem: Option[DefaultFileSystem] = None,
    sqlConf: Option[SQLConf] = None,
    defaultMetastore: Option[String] = None,
    datasetOfTable: Table => Option[DatasetId] = _ => None,
    redactor: Redactor = Redactor.default
) {

  /** Runs `read` with the settings of the session, which Spark looks for on the thread: for example, it writes a timestamp in
    * the session's time zone.
    */
  def withSettings[A](read: => A): A = sqlConf match {
    case Some(settings) => SQLConf.withExistingConf(settings)(read)
    case None => read
  }

  /** Where a catalog looks for a table whose name is not complete. */
  def currentIn(catalog: String): CurrentNamespace = {
    val now = current()
    if (now.catalog == catalog) now
    else now.copy(catalog = catalog, namespace = CurrentNamespace.default(catalog, conf))
  }

  /** The value of a setting without a default. A program may set it for one statement only. */
  def setting(key: String): Option[String] = settingsAtStart.fold(conf(key))(_(key))

  /** A location with the default file system, if it names none. See [[DefaultFileSystem.qualified]]. */
  def qualified(location: URI): URI = defaultFileSystem.fold(location)(_.qualified(location))

  /** Whether the session was made with `enableHiveSupport`. */
  def hasHiveSupport: Boolean = conf("spark.sql.catalogImplementation").contains("hive")

  /** Whether names differ that are equal but for their case. */
  def isCaseSensitive: Boolean = conf("spark.sql.caseSensitive").exists(_.trim.equalsIgnoreCase("true"))

  /** The full name of a SQL variable, in the case in which it is stored. */
  def variableName(identifier: Identifier): VariableName =
    VariableName.of(identifier, isCaseSensitive)

  /** The value of `spark.sql.catalog.NAME.KEY`, a setting of a V2 catalog. */
  def catalogSetting(name: String, key: String): Option[String] =
    conf(s"spark.sql.catalog.$name.$key").map(_.trim).filter(_.nonEmpty)
}
