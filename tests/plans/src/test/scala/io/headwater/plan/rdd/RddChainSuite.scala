package io.headwater.plan.rdd

import org.apache.hadoop.mapred.JobConf
import org.apache.spark.rdd.{RDD, UnionRDD}
import org.apache.spark.{Partition, SparkContext, TaskContext}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.TestSpark
import io.headwater.plan.session.{CachedLineage, RddSources, SessionContext}

/** An RDD that counts how often its partitions are listed, as `HadoopRDD` lists files. */
final class ListedRdd(context: SparkContext) extends RDD[(Int, Int)](context, Nil) {
  var listings = 0
  override protected def getPartitions: Array[Partition] = {
    listings += 1
    Array(new Partition { def index: Int = 0 })
  }
  override def compute(split: Partition, context: TaskContext): Iterator[(Int, Int)] = Iterator.empty
}

class RddChainSuite extends AnyFunSuite {
  private val context = TestSpark.spark.sparkContext
  private val other = context.parallelize(Seq(1 -> 1))

  private val derived = Seq[(String, RDD[(Int, Int)] => RDD[_])](
    "repartition" -> (_.repartition(4)),
    "reduceByKey" -> (_.reduceByKey(_ + _, 2)),
    "two shuffles" -> (_.repartition(2).map(identity).groupByKey(2)),
    "cogroup" -> (_.cogroup(other, 2)),
    "join" -> (_.join(other, 2)),
    "subtractByKey" -> (_.subtractByKey(other, 2)),
    "union" -> (_.union(other)),
    "distinct" -> (_.distinct(2))
  )

  for ((name, make) <- derived)
    test(s"the ancestors of an RDD are found without listing its partitions: $name") {
      val source = new ListedRdd(context)
      val made = make(source)
      val before = source.listings
      val chain = RddChain.of(made, 100)
      assert(chain.rdds.contains(source) && source.listings == before)
    }

  test("an RDD that was checkpointed has the checkpoint as its parent") {
    val source = context.parallelize(Seq(1 -> 1, 2 -> 2))
    val shuffled = source.reduceByKey(_ + _, 2).localCheckpoint()
    assert(shuffled.count() == 2)
    assert(!RddChain.of(shuffled, 100).rdds.contains(source))
  }

  test("a union of no RDDs reads nothing, and is no unknown source") {
    for (nothing <- Seq[RDD[_]](context.union(Seq.empty[RDD[Int]]), new UnionRDD[Int](context, Nil)))
      assert(RddSourceFinder.of(nothing.map(identity)) == RddSources.none)
  }

  test("the rows of a batch come from what the batch reads") {
    val rows = TestSpark.spark.range(3).toDF("id").queryExecution.toRdd
    val topic = Dataset(DatasetId("kafka://broker", "orders"))
    val lineage = CachedLineage(Vector(topic), Vector.empty, Vector.empty)
    val session =
      SessionContext(cachedLineage = (_, rdd) => if (rdd.id == rows.id) Some(lineage) else None)
    assert(RddSourceFinder.of(rows.map(_.copy()), session) == RddSources(Vector(topic), Vector.empty))
    assert(RddSourceFinder.of(rows.map(_.copy())).gaps.nonEmpty)
  }

  test("a path without a file system is in that of the job, as Hadoop's formats complete it") {
    val conf = new JobConf(false)
    conf.set("fs.defaultFS", "viewfs://c")
    def of(path: String) = {
      conf.set("mapreduce.input.fileinputformat.inputdir", path)
      HadoopFormats.read(conf, other).inputs.map(_.id)
    }
    assert(of("/data/in") == Vector(DatasetId("viewfs://c", "/data/in")))
    assert(of("hdfs://nn/data/in") == Vector(DatasetId("hdfs://nn", "/data/in")))
    conf.set("mapreduce.job.working.dir", "viewfs://c/user/ada")
    assert(of("in") == Vector(DatasetId("viewfs://c", "/user/ada/in")))
  }
}
