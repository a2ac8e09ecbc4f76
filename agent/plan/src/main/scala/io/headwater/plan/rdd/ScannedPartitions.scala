package io.headwater.plan.rdd

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDD
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.connectors.Kafka
import io.headwater.plan.session.{RddSources, SessionContext}
import io.headwater.plan.tables.IcebergTables
import io.headwater.util.{Accessors, ClassNames}

/** What a scan of a data source (V2) reads: files, an Iceberg table or topics. Its partitions tell it; Spark listed them
  * when it planned the scan.
  */
object ScannedPartitions {
  private val kafka = "org.apache.spark.sql.kafka010.KafkaBatchInputPartition"

  def read(scan: DataSourceRDD, session: SessionContext): RddSources = {
    val fields = new Accessors(scan)
    val partitions = fields.field[Iterable[Any]]("inputPartitions").iterator.flatMap {
      case several: Iterable[InputPartition @unchecked] => several.iterator
      case one: Option[InputPartition @unchecked] => one.iterator // since Spark 4.2
      case _ => Iterator.empty
    }.toVector
    partitions.headOption match {
      case Some(_: FilePartition) =>
        val files = partitions.collect { case f: FilePartition => f }
        ScannedFiles.read(files, columns(fields.field[AnyRef]("partitionReaderFactory")))
      case Some(first) =>
        IcebergTables.ofPartition(first, session) match {
          case Some(table) => RddSources(Vector(table), Vector.empty)
          case None if ClassNames.isA(first, kafka) =>
            RddSources(partitions.map(topic).distinct.map(Dataset(_)), Vector.empty)
          case None => unknown(scan, s"of ${first.getClass.getName}")
        }
      case None => unknown(scan, "without partitions")
    }
  }

  private def columns(readers: AnyRef): StructType = {
    def schema(name: String) = new Accessors(readers).value[StructType](name)
    StructType(schema("readDataSchema") ++ schema("partitionSchema"))
  }

  private def topic(partition: InputPartition): DatasetId = {
    val fields = new Accessors(partition)
    val servers = fields.value[java.util.Map[String, AnyRef]]("executorKafkaParams").get("bootstrap.servers")
    val range = fields.value[AnyRef]("offsetRange")
    DatasetId(Kafka.namespace(servers.toString), new Accessors(range).value[String]("topic"))
  }

  private def unknown(rdd: RDD[_], which: String): RddSources =
    RddSources.unknown(s"${rdd.getClass.getName} $which is an RDD of an unknown source")
}
