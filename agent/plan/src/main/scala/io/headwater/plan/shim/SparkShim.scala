package io.headwater.plan.shim

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.SessionCatalog
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.{CatalogEntry, CurrentNamespace, DefaultFileSystem, SeenTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Differences between Spark versions that no accessor common to all versions can hide. There is one
  * implementation per version line, compiled against it. The newest implementation that is not newer than
  * the running Spark is used.
  */
trait SparkShim {

  /** The session that runs the query. */
  def session(query: QueryExecution): SparkSession

  /** The settings of a session. From Spark 4 on, the state of a session is a member of a subclass of `SparkSession`. */
  def sqlConf(session: SparkSession): SQLConf

  /** The session catalog. */
  def catalog(session: SparkSession): SessionCatalog

  /** The session's value of a configuration key. */
  def conf(session: SparkSession, key: String): Option[String] =
    Option(sqlConf(session).getConfString(key, null))

  /** All settings of the session. */
  def settings(session: SparkSession): Map[String, String] = sqlConf(session).getAllConfs

  /** The application's value of a Hadoop setting. */
  def hadoop(session: SparkSession, key: String): Option[String] =
    Option(session.sparkContext.hadoopConfiguration.get(key))

  /** The file system of paths that name none. Spark copies the settings of a session over the Hadoop settings of the
    * application when a query opens a file system.
    */
  def defaultFileSystem(session: SparkSession): Option[DefaultFileSystem] =
    DefaultFileSystem.of(key => conf(session, key).orElse(hadoop(session, key)))

  /** The location of a database in the session catalog. This calls the catalog, which can block. */
  def location(session: SparkSession, database: String): URI =
    catalog(session).externalCatalog.getDatabase(database).locationUri

  /** The table or view of the session catalog. This calls the catalog, which can block. None if there is none. */
  def table(session: SparkSession, name: TableIdentifier): Option[CatalogEntry] =
    CatalogEntry.find(catalog(session), name)

  /** The current catalog and database of the session, in which a table without them is. This waits for no lock, which Spark
    * holds also while it calls a metastore, and it loads no catalog. The default namespace of a catalog is that of its
    * settings.
    */
  def current(session: SparkSession): CurrentNamespace = {
    val database = new Accessors(catalog(session)).value[String]("currentDb")
    val state = new Accessors(new Accessors(session).value[AnyRef]("sessionState"))
    val manager = new Accessors(state.value[AnyRef]("catalogManager"))
    val name =
      manager.field[Option[String]]("_currentCatalogName").orElse(conf(session, "spark.sql.defaultCatalog"))
        .getOrElse(SeenTables.sessionCatalog)
    def default = CurrentNamespace.default(name, conf(session, _))
    val namespace =
      if (name == SeenTables.sessionCatalog) Seq(database)
      else manager.field[Option[Array[String]]]("_currentNamespace").fold(default)(_.toSeq)
    CurrentNamespace(database, name, namespace)
  }

  /** The columns of a temporary view that this name stands for in the session, before any table. The session has it in
    * memory: no metastore is called.
    */
  def temporaryView(session: SparkSession, name: TableIdentifier): Option[StructType] = {
    val catalog = this.catalog(session)
    val view =
      if (!catalog.isTempView(name)) None
      else if (name.database.isEmpty) catalog.getTempView(name.table)
      else catalog.getGlobalTempView(name.table)
    view.map(_.desc.schema)
  }

  /** The exit code of the user's program, if Spark provides it. */
  def exitCode(end: SparkListenerApplicationEnd): Option[Int]

  /** The arguments for a statement's parameter markers, in order; empty for any other plan. */
  def parameters(plan: LogicalPlan): Vector[(String, Expression)]

  /** Rules for nodes that the oldest version line does not have. */
  def rules: Seq[Rule]
}
