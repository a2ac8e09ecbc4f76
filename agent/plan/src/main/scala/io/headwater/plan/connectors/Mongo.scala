package io.headwater.plan.connectors

import java.util.{Map => JavaMap}

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}
import io.headwater.redaction.Redactor
import io.headwater.util.{Accessors, ClassNames}

/** The MongoDB connector. A dataset is a collection, `database.collection`, in the namespace of the server. A read may name
  * several collections, or `*` for all of a database.
  *
  * The application's settings can differ for reads and writes.
  */
object Mongo extends Connector("com.mongodb.spark.sql.") {
  override val shortNames: Set[String] = Set("mongodb", "mongo")
  private val ofReads = "spark.mongodb.read."
  private val ofWrites = "spark.mongodb.write."

  private val pipeline = "aggregation.pipeline"
  private val parts = Vector("connection.uri", "database", "collection", pipeline)

  override val confKeys: Vector[String] =
    for (prefix <- Vector(ofReads, ofWrites, "spark.mongodb."); name <- parts) yield prefix + name

  /** A table of the connector's catalog is read without options, and so is a batch of a stream before Spark 4. It has the
    * name of its collection, and settings of the catalog, which hold secrets; only the parts of the name are taken.
    */
  override def relationOptions(relation: AnyRef): Map[String, String] = {
    val configs = configFields.collect {
      case (name, field) if ClassNames.isA(relation, name) =>
        new Accessors(relation).field[AnyRef](field)
    }
    val found = for (config <- configs; prefix <- ofCatalog.get(ClassNames.simple(config)).toSeq) yield {
      val all = ConnectorOptions.of(
        new CaseInsensitiveStringMap(new Accessors(config).value[JavaMap[String, String]]("getOriginals"))
      )
      parts.flatMap(part => all(prefix + part, part, s"spark.mongodb.$part").map(part -> _))
    }
    found.flatten.toMap
  }

  private val configFields = Seq(
    "com.mongodb.spark.sql.connector.MongoTable" -> "mongoConfig",
    "com.mongodb.spark.sql.connector.read.MongoContinuousStream" -> "readConfig",
    "com.mongodb.spark.sql.connector.read.MongoMicroBatchStream" -> "readConfig"
  )

  /** The settings of a table that a catalog has loaded, or created. Other tables have settings for both directions. */
  private val ofCatalog = Map("ReadConfig" -> ofReads, "WriteConfig" -> ofWrites)

  def source(options: ConnectorOptions): RemoteDataset = {
    val collections = tables(options, ofReads)
    option(options, ofReads)(pipeline).filterNot(_.matches("\\[\\s*\\]"))
      .fold(collections)(stages => collections.selectedBy(pipeline, sameColumns = onlySelects(stages)))
  }

  override def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset =
    tables(options, ofWrites)

  /** Whether the stages of a pipeline leave the documents as they are. A name that is not in the list may be that of a stage
    * which changes them.
    */
  private def onlySelects(stages: String): Boolean =
    "\\$\\w+".r.findAllIn(stages).forall(selecting)

  private val selecting =
    ("match sort limit skip sample " + // stages
      "eq ne gt gte lt lte in nin and or nor not exists type regex options all elemMatch size mod expr " +
      "date oid numberInt numberLong numberDouble numberDecimal").split(' ').map("$" + _).toSet

  private def tables(options: ConnectorOptions, direction: String): RemoteDataset =
    collections(options, direction) match {
      case Some(ids) if ids.exists(_.name.endsWith(".*")) =>
        RemoteDataset.Unresolved("the options name all collections of a database")
      case Some(ids) => RemoteDataset.Tables(ids)
      case None => RemoteDataset.Unresolved("the options name no collection")
    }

  private def option(options: ConnectorOptions, direction: String)(name: String): Option[String] =
    options(name, direction + name, s"spark.mongodb.$name")

  private def collections(options: ConnectorOptions, direction: String): Option[Vector[DatasetId]] = {
    val option = this.option(options, direction)(_)
    for {
      uri <- option("connection.uri")
      path = Redactor.default.bare(uri).replaceFirst(
        "^\\w+(\\+srv)?://[^/]*/?",
        ""
      ).split("\\.", 2) // the name of a collection may have dots, that of a database has none
      database <- option("database").orElse(path.lift(0)).filter(_.nonEmpty)
      collections <- option("collection").orElse(path.lift(1).filter(_.nonEmpty))
    } yield names(collections).map(name => DatasetId(s"mongodb://${host(uri)}", s"$database.$name"))
  }

  /** The names of collections in a list; a backslash stands before a comma or a backslash of a name. */
  private def names(list: String): Vector[String] =
    list.split("(?<!\\\\),").toVector.map(_.trim.replaceAll("\\\\(.)", "$1"))

  /** The first host of a URI. A DNS seed list address (`mongodb+srv`) has no port. */
  private def host(uri: String): String =
    if (uri.startsWith("mongodb+srv:")) HostPorts.host(uri)
    else HostPorts.first(uri, 27017)
}
