package io.headwater.plan.rdd

import scala.util.control.NonFatal

import org.apache.spark.rdd._
import org.apache.spark.sql.execution.datasources.FileScanRDD
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDD

import io.headwater.plan.session.{CachedLineage, RddReference, RddSources, SessionContext}
import io.headwater.util.ClassNames

/** Finds the RDDs that read data, through the dependencies of an RDD. Spark computes nothing for it: no
  * partitions are listed and no job runs. Each RDD is visited once, up to [[RddSourceFinder.maxRdds]] of them.
  */
object RddSourceFinder {
  val maxRdds = 10000

  /** What an RDD reads. What it reads of RDDs that were checkpointed is known from before; what it reads of those that will
    * be is kept.
    */
  def of(rdd: RDD[_], session: SessionContext = SessionContext()): RddSources =
    of(chain(rdd, session), session)

  def of(chain: RddChain, session: SessionContext): RddSources = {
    val checkpoints = session.checkpoints
    chain.rdds.filter(checkpoints.isNew).foreach { rdd =>
      checkpoints.remember(rdd, read(this.chain(rdd, session), session))
    }
    read(chain, session)
  }

  def chain(rdd: RDD[_], session: SessionContext): RddChain =
    RddChain.of(rdd, maxRdds, known(_, session).nonEmpty)

  /** What is known of an RDD from before: of one that has been written to a file since, which may be that of a DataFrame's
    * `checkpoint`, and of the DataFrame of a batch.
    */
  private def known(rdd: RDD[_], session: SessionContext): Option[RddSources] = {
    def ofProgram = if (rdd.isCheckpointed) session.checkpoints(rdd) else None
    def frame =
      if (rdd.isCheckpointed || isOfRows(rdd)) session.cachedLineage.find(Nil, RddReference.of(rdd)) else None
    ofProgram.orElse(frame.map(ofFrame))
  }

  private def isOfRows(rdd: RDD[_]): Boolean = ClassNames.simple(rdd) == "SQLExecutionRDD"

  /** The columns on which the rows of a DataFrame depend. */
  private def ofFrame(frame: CachedLineage): RddSources = {
    val read = (frame.columns.flatMap(_.dependencies) ++ frame.rows).map(d =>
      d.source.dataset -> d.source.column
    ).toSet
    RddSources(
      frame.sources.map(s => s.copy(schema = s.schema.filter(f => read(s.id -> f.name)))),
      frame.gaps.map(_.reason)
    )
  }

  private def read(chain: RddChain, session: SessionContext): RddSources = {
    val sources = chain.rdds.flatMap(rdd =>
      known(rdd, session)
        .orElse(if (RddChain.parents(rdd).isEmpty) Some(leaf(rdd, session)) else None)
    )
    val reasons = Vector(
      chain.truncated -> s"the RDD is made of more than $maxRdds others",
      chain.rdds.exists(rdd => isOfQuery(rdd) && known(rdd, session).isEmpty) -> collected
    )
    RddSources.union(sources ++ reasons.collect { case (true, reason) => RddSources.unknown(reason) })
  }

  /** The RDD of a query, for example of `df.rdd`, or one that it is made of. Spark has collected what the subqueries and
    * broadcast joins of the query read, and no RDD refers to that.
    */
  private def isOfQuery(rdd: RDD[_]): Boolean =
    rdd.getClass.getName.startsWith("org.apache.spark.sql.execution.")

  private val collected =
    "the RDD is that of a query; what its subqueries and broadcast joins read is not known"

  private def leaf(rdd: RDD[_], session: SessionContext): RddSources =
    try read(rdd, session)
    catch {
      case NonFatal(e) => unreadable(rdd, e)
      case e: LinkageError => unreadable(rdd, e)
    }

  private def unreadable(rdd: RDD[_], cause: Throwable): RddSources =
    RddSources.unknown(s"${rdd.getClass.getName} could not be read: ${cause.getClass.getName}")

  private def read(rdd: RDD[_], session: SessionContext): RddSources = rdd match {
    case hadoop: HadoopRDD[_, _] => HadoopFormats.read(hadoop.getConf, rdd)
    case hadoop: NewHadoopRDD[_, _] => HadoopFormats.read(hadoop.getConf, rdd)
    case scan: FileScanRDD => ScannedFiles.read(scan)
    case scan: DataSourceRDD => ScannedPartitions.read(scan, session)
    case scan if JdbcRdds.isRead(scan) => JdbcRdds.read(scan)
    case other if localRdds(other.getClass.getName) || isOfNothing(other) => RddSources.none
    case other =>
      RddSources.unknown(s"${other.getClass.getName} is an RDD of an unknown source")
  }

  /** A union or a group of no RDDs, such as the new files of an interval without new files. */
  private def isOfNothing(rdd: RDD[_]): Boolean = rdd match {
    case union: UnionRDD[_] => union.rdds != null && union.rdds.isEmpty
    case group: CoGroupedRDD[_] => group.rdds != null && group.rdds.isEmpty
    case _ => false
  }

  /** RDDs of rows in the driver's memory. */
  private val localRdds = Set(
    "org.apache.spark.rdd.ParallelCollectionRDD",
    "org.apache.spark.rdd.EmptyRDD",
    "org.apache.spark.sql.execution.EmptyRDDWithPartitions"
  )
}
