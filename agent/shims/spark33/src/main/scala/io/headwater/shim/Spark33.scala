package io.headwater.shim

import java.net.URI

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Spark 3.3 to 3.5. */
final class Spark33 extends SparkShim {
  def conf(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sessionState.conf.getConfString(key, null))

  def settings(query: QueryExecution): Map[String, String] = query.sparkSession.sessionState.conf.getAllConfs

  def session(query: QueryExecution): AnyRef = query.sparkSession

  def hadoop(query: QueryExecution, key: String): Option[String] =
    Option(query.sparkSession.sparkContext.hadoopConfiguration.get(key))

  def location(query: QueryExecution, database: String): URI =
    query.sparkSession.sessionState.catalog.externalCatalog.getDatabase(database).locationUri

  def table(query: QueryExecution, name: TableIdentifier): Option[CatalogEntry] =
    CatalogEntry.find(query.sparkSession.sessionState.catalog, name)

  def currentDatabase(query: QueryExecution): String =
    new Accessors(query.sparkSession.sessionState.catalog).value[String]("currentDb")

  def temporaryView(query: QueryExecution, name: TableIdentifier): Option[StructType] = {
    val catalog = query.sparkSession.sessionState.catalog
    val view =
      if (!catalog.isTempView(name)) None
      else if (name.database.isEmpty) catalog.getTempView(name.table)
      else catalog.getGlobalTempView(name.table)
    view.map(_.desc.schema)
  }

  def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None

  /** Spark 3.3 has no parameters, and Spark 3.4 has them by name only. */
  def parameters(plan: LogicalPlan): Vector[(String, Expression)] = plan.nodeName match {
    case "NameParameterizedQuery" | "ParameterizedQuery" =>
      new Accessors(plan).value[Map[String, Expression]]("args").toVector.sortBy(_._1)
    case "PosParameterizedQuery" => positional(new Accessors(plan).value[Any]("args"))
    case _ => Vector.empty
  }

  /** Releases of Spark 3.5 have an array or a sequence. */
  private def positional(args: Any): Vector[(String, Expression)] = {
    val values = args match {
      case several: Array[_] => several.toVector
      case several => several.asInstanceOf[scala.collection.Seq[_]].toVector
    }
    values.zipWithIndex.collect { case (value: Expression, i) => (i + 1).toString -> value }
  }

  def rules: Seq[Rule] = Nil
}
