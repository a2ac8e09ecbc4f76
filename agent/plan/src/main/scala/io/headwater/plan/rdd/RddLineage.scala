package io.headwater.plan.rdd

import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.rdd.RDD

import io.headwater.model.{Dataset, Gap, PlanLineage, Sink}
import io.headwater.plan.naming.DatasetKinds
import io.headwater.plan.session.SessionContext
import io.headwater.util.Accessors

/** The lineage of a job that Spark runs for an RDD without a query: the files that it reads and writes. */
object RddLineage {

  /** The lineage of a job.
    *
    * @param function
    *   what the job does with each partition; it holds the configuration of the writer if the job writes
    * @param session
    *   the session that has made the RDD, as far as it is known: with the lineage that the authors of Python functions have
    *   declared, the settings of catalogs, and the RDDs that are checkpointed
    */
  def of(
      rdd: RDD[_],
      function: Option[AnyRef],
      session: SessionContext = SessionContext()
  ): PlanLineage = {
    val chain = RddSourceFinder.chain(rdd, session)
    val declarations = pythonFunctions(chain).flatMap(f => session.declarations(f))
    val sources = RddSourceFinder.of(chain, session)
    val written = function.map(write).getOrElse(Right(None))
    val lineage = PlanLineage(
      sources = sources.inputs.map(_.copy(schema = Vector.empty)) ++ declarations.flatMap(_.inputs),
      sinks =
        written.fold(
          _ => Vector.empty,
          _.map(Sink(_)).toVector
        ) ++ declarations.flatMap(_.outputs).map(Sink(_, isCounted = false)),
      gaps = sources.gaps.map(Gap(rdd.getClass.getName, "source", _)) ++ written.left.toOption
    )
    lineage.copy(
      sources = lineage.sources.map(DatasetKinds.withKind),
      sinks = lineage.sinks.map(s => s.copy(dataset = DatasetKinds.withKind(s.dataset)))
    )
  }

  private def write(function: AnyRef): Either[Gap, Option[Dataset]] =
    try HadoopFormats.output(function)
    catch { case NonFatal(e) => Left(Gap(function.getClass.getName, "sink", e.getClass.getName)) }

  private val pythonRdd = "org.apache.spark.api.python.PythonRDD"

  /** The Python functions of the RDDs, starting with the last. `PythonRDD` is private to
    * Scala code and has no accessor for its function.
    */
  private def pythonFunctions(chain: RddChain): Vector[AnyRef] =
    chain.rdds.filter(_.getClass.getName == pythonRdd)
      .flatMap(r => Try(new Accessors(r).field[AnyRef]("func")).toOption)
}
