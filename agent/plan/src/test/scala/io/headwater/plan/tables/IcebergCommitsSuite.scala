package io.headwater.plan.tables

import java.time.Instant
import java.util.{Collections, List => JavaList, Map => JavaMap, Set => JavaSet}

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.QueryTime
import io.headwater.plan.session.SessionContext
import io.headwater.util.Accessors

/** Objects with the accessors of Iceberg's. */
object IcebergCommitsSuite {
  class Snapshot(val snapshotId: Long, val timestampMillis: Long) {
    def summary: JavaMap[String, String] = Collections.emptyMap()
  }

  class Metadata(current: Snapshot, val properties: JavaMap[String, String] = Collections.emptyMap()) {
    def currentSnapshot: Snapshot = current
    def snapshotLog: JavaList[Snapshot] = Collections.singletonList(current)
    def refs: JavaMap[String, AnyRef] = Collections.emptyMap()
  }

  /** As those of a metastore: after a commit of their own, the next look reads the metadata again. */
  class Operations(currentMetadata: Metadata) {
    var refreshed = 0
    def current: Metadata = {
      refreshed += 1
      currentMetadata
    }
  }

  class IcebergTable(val operations: AnyRef) {
    private def metadata = operations.asInstanceOf[Operations].current
    def properties: JavaMap[String, String] = metadata.properties
    def currentSnapshot: Snapshot = metadata.currentSnapshot
    def history: JavaList[Snapshot] = metadata.snapshotLog
  }

  class SparkTable(val table: IcebergTable, val branch: String = null) extends Table {
    def name: String = "db.t"
    override def schema: StructType = null
    def capabilities: JavaSet[TableCapability] = Collections.emptySet()
  }

  /** Of Iceberg 1.0, whose fields have no accessors, as `branch` until 1.4. */
  class OldSparkTable(val table: IcebergTable, id: java.lang.Long, ref: String) extends Table {
    private[this] val snapshotId = id
    private[this] val branch = ref
    def name: String = s"db.t $snapshotId $branch"
    override def schema: StructType = null
    def capabilities: JavaSet[TableCapability] = Collections.emptySet()
  }
}

final class IcebergCommitsSuite extends AnyFunSuite {
  import IcebergCommitsSuite._
  private val now = Instant.ofEpochMilli(5000)
  private val operations = new Operations(new Metadata(new Snapshot(7, 1000)))
  private val table = new SparkTable(new IcebergTable(operations))

  private def afterChange(table: Table, conf: Map[String, String] = Map.empty): Option[String] =
    IcebergCommits.afterChange(table, SessionContext(conf = conf.get), QueryTime(now, now))

  test("the end of an ALTER TABLE reads nothing that Iceberg does not have in memory") {
    assert(afterChange(table).contains("7"))
    assert(operations.refreshed == 0)
    assert(IcebergCommits.afterWrite(table, SessionContext(), QueryTime(now, now)).contains("7"))
    assert(operations.refreshed > 0)
  }

  test("without metadata in memory the version is unknown, as with changes that are published later") {
    assert(afterChange(new SparkTable(new IcebergTable(new Object))).isEmpty)
    val staged = Collections.singletonMap("write.wap.enabled", "true")
    val audited = new Operations(new Metadata(new Snapshot(7, 1000), staged))
    assert(afterChange(new SparkTable(new IcebergTable(audited)), Map("spark.wap.id" -> "x")).isEmpty)
    assert(afterChange(new SparkTable(new IcebergTable(operations), "other")).isEmpty)
  }

  test("snapshot and branch of a table are read from its fields where Iceberg has no accessors") {
    val iceberg = new IcebergTable(operations)
    val named = new Accessors(new OldSparkTable(iceberg, 3L, "audit"))
    assert(IcebergCommits.snapshotId(named).map(_.longValue).contains(3L) && IcebergCommits.branch(
      named
    ).contains("audit"))
    val unnamed = new OldSparkTable(iceberg, null, null)
    assert(IcebergCommits.snapshotId(new Accessors(unnamed)).isEmpty)
    assert(afterChange(unnamed).contains("7"))
    assert(afterChange(new OldSparkTable(iceberg, null, "other")).isEmpty)
    assert(IcebergCommits.branch(new Accessors("without such a field")).isEmpty)
  }
}
