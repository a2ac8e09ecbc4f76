package io.headwater.plan.writes

import java.util.Locale.ROOT

import scala.collection.concurrent.TrieMap

import org.apache.spark.sql.connector.catalog.TableProvider
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2
import org.apache.spark.sql.execution.datasources.{DataSource, FileFormat}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.{CreatableRelationProvider, RelationProvider, SchemaRelationProvider}

import io.headwater.util.Attempts

/** The providers whose tables of Spark's catalog have their rows in the table's folder. A source that is no format of files
  * may keep them anywhere; a source that a Python class implements is one, and no class on the class path.
  */
private[writes] object FileProviders {

  /** Formats whose writes have metrics, so that the end of the query shows whether it wrote. */
  val counted: Set[String] = Set("avro", "csv", "hive", "json", "orc", "parquet", "text", "xml")

  private val known =
    counted ++ Set("delta", "hudi", "iceberg", "org.apache.iceberg.spark.source.icebergsource")
  private val others = TrieMap.empty[String, Boolean]

  /** @param provider
    *   what the user gives in `USING` or `format`: a short name or the name of a class
    */
  def contains(provider: String): Boolean =
    known(provider.toLowerCase(ROOT)) || others.getOrElseUpdate(
      provider,
      Attempts.nonFatal(isFormat(provider)).getOrElse(false)
    )

  private def isFormat(provider: String): Boolean = {
    val source = DataSource.lookupDataSource(provider, SQLConf.get)
    formats.exists(_.isAssignableFrom(source)) || !interfaces.exists(_.isAssignableFrom(source))
  }

  private val formats: Seq[Class[_]] = Seq(classOf[FileFormat], classOf[FileDataSourceV2])

  private val interfaces: Seq[Class[_]] = Seq(
    classOf[TableProvider],
    classOf[CreatableRelationProvider],
    classOf[RelationProvider],
    classOf[SchemaRelationProvider]
  )
}
