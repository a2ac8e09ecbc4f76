package io.headwater.plan.vendor.hudi

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.{StringType, StructField, StructType}

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.naming.{Locations, Schemas, Tables}
import io.headwater.plan.relations.FileLocations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.writes.ChangedTable
import io.headwater.util.{Accessors, ClassNames, NamedIn}

/** A command of Hudi. */
private[hudi] object HudiCommand extends NamedIn("org.apache.spark.sql.hudi.command.")

/** The table of a Hudi command. */
private[hudi] object HudiTables {

  /** The columns that Hudi adds to each table, with commit, key and file of each row. They are in the schema of a table
    * whenever it is read. No statement gives values for them.
    */
  private val added = Vector("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
    .map(name => StructField("_hoodie_" + name, StringType))
  private val metadataColumns = added.map(_.name).toSet + "_hoodie_operation"

  /** The schema of a table that a statement declares without the columns that Hudi adds. */
  def schema(declared: StructType, options: Map[String, String]): StructType = {
    val has = declared.fieldNames.toSet
    val isWithout = options.exists { case (key, value) =>
      key.equalsIgnoreCase("hoodie.populate.meta.fields") && value.equalsIgnoreCase("false")
    }
    if (declared.isEmpty || isWithout) declared
    else StructType(added.filterNot(f => has(f.name)) ++ declared.fields)
  }

  def schema(table: CatalogTable, declared: StructType): StructType =
    schema(declared, table.storage.properties ++ table.properties)

  def dataColumns(output: Seq[Attribute]): Seq[Attribute] = output.filterNot(a => metadataColumns(a.name))

  /** The rows of a query that Hudi writes. It drops the columns that it adds to each table, and gives them values of its own;
    * a query has them if it reads a table of Hudi. Only a stream's rows are written as they are.
    */
  def written(query: LogicalPlan): LogicalPlan = {
    val data = dataColumns(query.output)
    if (data.size == query.output.size) query else Project(data, query)
  }

  def target(plan: LogicalPlan, session: SessionContext): Option[ChangedTable] =
    for (relation <- plan.collectFirst { case r: LogicalRelation => r }; table <- dataset(relation, session))
      yield ChangedTable(table, dataColumns(plan.output))

  /** The dataset of a relation with the columns of the table. */
  def dataset(relation: LogicalRelation, session: SessionContext): Option[Dataset] = {
    val columns = relation.catalogTable.fold(schema(relation.schema, Map.empty[String, String]))(
      schema(_, relation.schema)
    )
    table(relation, session).map(_.copy(schema = Schemas.fields(columns)))
  }

  /** The table of a relation that may have other columns: a table of the catalog, or one that is known by its path alone and
    * has no columns here.
    */
  def table(relation: LogicalRelation, session: SessionContext): Option[Dataset] = {
    def inCatalog(table: CatalogTable) = new Tables(session).dataset(table, schema(table, table.schema))
    relation.catalogTable.map(inCatalog).orElse(
      folders(relation.relation, session).filter(_.size == 1).map(only => Dataset(only(0)))
    )
  }

  /** The table whose changes a relation has. By its path alone, only the relation of Hudi 0.14 has its columns. */
  def changed(relation: LogicalRelation, session: SessionContext): Option[Dataset] =
    table(relation, session).map { table =>
      val own = new Accessors(relation.relation)
      if (table.schema.nonEmpty || !own.has("tableStructSchema")) table
      else table.copy(schema = Schemas.fields(own.value[StructType]("tableStructSchema")))
    }

  /** Reads of the changes of a table. Before Hudi 1, a relation of its own has them. */
  def isChangeFeed(relation: LogicalRelation): Boolean = relation.relation match {
    case files: HadoopFsRelation => ClassNames.simple(files.location) == "HoodieCDCFileIndex"
    case own => ClassNames.isA(own, "org.apache.hudi.cdc.CDCRelation")
  }

  /** Reads of what Hudi itself keeps of a table: its commits and its files. */
  def isDescription(relation: LogicalRelation): Boolean =
    ClassNames.isA(relation.relation, "org.apache.hudi.TimelineRelation") ||
      ClassNames.isA(relation.relation, "org.apache.hudi.FileSystemRelation")

  /** Reads for which Spark's own relation of files does not do: increments, and tables whose files are merged. The names of
    * some relations of Hudi 1 end with a number.
    */
  def hasOwnRelation(relation: LogicalRelation): Boolean = {
    val name = relation.relation.getClass.getName
    name.startsWith("org.apache.hudi.") && name.contains("Relation")
  }

  private def folders(relation: BaseRelation, session: SessionContext): Option[Vector[DatasetId]] =
    relation match {
      case files: HadoopFsRelation => Some(FileLocations.folders(files.location))
      case own if ClassNames.simple(own).endsWith("EmptyRelation") => None // it has nothing but a schema
      case own =>
        val base = new Accessors(new Accessors(own).field[AnyRef]("metaClient")).value[AnyRef]("getBasePath")
        Some(Vector(Locations.of(session.qualified(new Path(base.toString).toUri))))
    }
}
