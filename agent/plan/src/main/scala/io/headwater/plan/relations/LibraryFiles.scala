package io.headwater.plan.relations

import org.apache.hadoop.fs.Path
import org.apache.hadoop.util.StringUtils
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
object LibraryFiles {
  private type Paths = Accessors => Seq[Path]

  /** The class of a relation, the format, and how the relation holds its paths. */
  private val relations: Vector[(String, String, Paths)] = Vector(
    ("com.databricks.spark.xml.XmlRelation", "xml", _.value[Option[String]]("location").toSeq.flatMap(list)),
    ("com.crealytics.spark.excel.ExcelRelation", "excel", workbook),
    ("za.co.absa.cobrix.spark.cobol.source.CobolRelation", "cobol", directories)
  )

  val rule: Rule = {
    case relation @ LibraryFiles(format, paths) =>
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

  /** The format and the paths of a read. */
  def unapply(plan: LogicalRelation): Option[(String, Vector[Path])] = relations.collectFirst {
    case (name, format, paths) if ClassNames.isA(plan.relation, name) =>
      format -> paths(new Accessors(plan.relation)).toVector.distinct
  }.filter { case (_, paths) => paths.nonEmpty }

  /** The dataset of a relation with one path. */
  def dataset(session: SessionContext, relation: LogicalRelation, path: Path): Dataset =
    relation.catalogTable.fold(Dataset(id(session, path), Schemas.fields(relation.output)))(
      new Tables(session).dataset(_)
    )

  /** The one path that a read names is a dataset of its own. Of a list, a file counts as its folder. */
  private def read(context: RuleContext, paths: Vector[Path], output: Seq[Attribute]): Scope = {
    val folders = if (paths.size == 1 && !Globs.isGlob(paths.head)) paths else NamedPaths.folders(paths, None)
    val ids = folders.map(id(context.session, _)).distinct
    new PartitionFolders(ids, paths.map(_.toString)).read(context, ids, output)
  }

  private def id(session: SessionContext, path: Path): DatasetId =
    Locations.of(session.qualified(path.toUri))

  /** The paths in a text, as Hadoop's input formats split it. */
  private def list(text: String): Seq[Path] =
    StringUtils.split(text).toSeq.map(StringUtils.unEscapeString).filter(_.nonEmpty).map(new Path(_))

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
