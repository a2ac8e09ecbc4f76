package io.headwater.plan

import java.time.Duration

import org.apache.spark.sql.internal.SQLConf
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SessionContext
import io.headwater.util.Deadline

/** Spark's own code looks for the settings of the session on the thread that runs it. */
final class SessionSettingsSuite extends AnyFunSuite {

  /** The description of a column, from a thread that has no active session. */
  private def described(expression: String, zone: String): String = {
    val settings = new SQLConf
    settings.setConfString(SQLConf.SESSION_LOCAL_TIMEZONE.key, zone)
    val session = SessionContext(descriptions = true, sqlConf = Some(settings))
    val plan = TestSpark.analyzed(s"CREATE TABLE out USING parquet AS SELECT $expression AS x FROM t")
    val lineage = Deadline.within("without-session", Duration.ofMinutes(1)) {
      org.apache.spark.sql.SparkSession.clearActiveSession()
      new Lineage(Rules(TestSpark.shim.rules), session).of(plan)
    }.get
    lineage.sinks.head.columns.head.dependencies.head.transformations.head.description
  }

  test("a description has a timestamp in the time zone of the session, not in that of the JVM") {
    for (
      (zone, text) <- Seq("Asia/Tokyo" -> "2026-01-01 00:00:00", "America/New_York" -> "2025-12-31 10:00:00")
    )
      assert(
        described("CAST(d AS TIMESTAMP) >= TIMESTAMP '2026-01-01 00:00:00 Asia/Tokyo'", zone) ==
          s"CAST(d AS TIMESTAMP) >= TIMESTAMP '$text'"
      )
  }
}
