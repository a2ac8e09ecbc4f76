package org.apache.hudi.cdc

import org.apache.hadoop.fs.Path
import org.apache.hudi.{HoodieTableMetaClient, OwnRelation}
import org.apache.spark.sql.types.StructType

import io.headwater.plan.EmptyFileIndex

/** Look-alikes of what has the changes of a table: the file index of Hudi 1, and the relation of Hudi 0.14. */
final class HoodieCDCFileIndex(path: Path) extends EmptyFileIndex(path)

final class CDCRelation(metaClient: HoodieTableMetaClient, val tableStructSchema: StructType)
    extends OwnRelation(metaClient, "op STRING, ts_ms STRING, before STRING, after STRING")
