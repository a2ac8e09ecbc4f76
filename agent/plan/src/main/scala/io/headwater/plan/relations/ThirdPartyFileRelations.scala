package io.headwater.plan.relations

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.{Globs, Locations, RelationOptions, Schemas, Tables}
import io.headwater.plan.rdd.NamedPaths
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, ClassNames}

/** Files that a library reads by a relation of its own and not by a `FileFormat` of Spark: those of spark-xml, spark-excel and
  * Cobrix. Spark has no index of such files, so the paths alone tell the datasets. No file system is called.
  */
object ThirdPartyFileRelations {
  val rule: Rule = {
    case relation @ ThirdPartyFileRelations(format, paths) =>
      NodeLineage.leaf { context =>
        val options = RelationOptions.of(relation.relation)
        MalformedRecords.of(format, options, partition = Set.empty).scope(context, relation.output)(output =>
          relation.catalogTable match {
            case Some(table) => context.source(new Tables(context.session).dataset(table), output)
            case None => read(context, paths, output)
          }
        )
      }
  }

  /** Whether the class of a relation or of a source is of spark-excel, which has another package from its release 0.30 on. */
  private[plan] def isOfExcel(source: AnyRef): Boolean = {
    val name = source.getClass.getName
    name.startsWith("com.crealytics.spark.excel.") || name.startsWith("dev.mauch.spark.excel.")
  }

  /** The format and the paths of a read. */
  def unapply(plan: LogicalRelation): Option[(String, Vector[Path])] = {
    val fields = new Accessors(plan.relation)
    val (format, paths) =
      if (ClassNames.isA(plan.relation, "com.databricks.spark.xml.XmlRelation")) "xml" -> locations(fields)
      else if (ClassNames.simple(plan.relation) == "ExcelRelation" && isOfExcel(plan.relation))
        "excel" -> workbook(fields)
      else if (ClassNames.isA(plan.relation, "za.co.absa.cobrix.spark.cobol.source.CobolRelation"))
        "cobol" -> directories(fields)
      else "" -> Nil
    if (paths.isEmpty) None else Some(format -> paths.toVector.distinct)
  }

  /** The dataset of a path that these columns are written to. */
  def dataset(session: SessionContext, path: Path, columns: Seq[Attribute]): Dataset =
    Dataset(id(session, path), Schemas.fields(columns))

  /** The one path that a read names is a dataset of its own. Of a list, a file counts as its folder. */
  private def read(context: RuleContext, paths: Vector[Path], output: Seq[Attribute]): Scope = {
    val folders = if (paths.size == 1 && !Globs.isGlob(paths.head)) paths else NamedPaths.folders(paths, None)
    val ids = folders.map(id(context.session, _)).distinct
    new PartitionFolders(ids, paths.map(_.toString)).read(context, ids, output)
  }

  private def id(session: SessionContext, path: Path): DatasetId =
    Locations.of(session.qualified(path.toUri))

  /** A relation of spark-xml over an RDD has no location. */
  private def locations(relation: Accessors): Seq[Path] =
    relation.value[Option[String]]("location").fold(Vector.empty[Path])(NamedPaths.split)

  private def directories(relation: Accessors): Seq[Path] =
    relation.field[collection.Seq[String]]("sourceDirs").map(new Path(_)).toSeq

  /** spark-excel keeps the path only in the function that opens the file, beside Hadoop's configuration. */
  private def workbook(relation: Accessors): Seq[Path] = {
    val open = new Accessors(relation.value[AnyRef]("workbookReader")).field[AnyRef]("inputStreamProvider")
    open.getClass.getDeclaredFields.toSeq.filter(_.getType == classOf[String]).map { captured =>
      captured.setAccessible(true)
      new Path(captured.get(open).asInstanceOf[String])
    }
  }
}
