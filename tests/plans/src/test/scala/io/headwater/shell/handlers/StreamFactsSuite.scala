package io.headwater.shell.handlers

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.util.Accessors

/** The part of a job's name that stands for a sink without a dataset. */
final class StreamFactsSuite extends AnyFunSuite {
  import StreamFactsSuite._

  private def name(checkpoint: String): String = StreamFacts.sinkName(new Accessors(new Query(checkpoint)))

  test("the last two folders of the checkpoint, as those of an output") {
    assert(name("file:/lake/orders/_checkpoint") == "foreach_batch_orders_checkpoint")
    assert(name("s3://bucket/ck/Customers/v1") == "foreach_batch_customers_v1")
    assert(name("s3://bucket/ck") == "foreach_batch_ck")
  }

  test("no folder that Spark makes for one start of a query") {
    assert(name("file:/tmp/temporary-6c1a8f0e-32c5-4a1c-9c80-3c7a0d6b8e55") == "foreach_batch")
    assert(name("file:/ck/6c1a8f0e-32c5-4a1c-9c80-3c7a0d6b8e55") == "foreach_batch")
  }
}

object StreamFactsSuite {
  final class ForeachBatchSink

  /** As much of a streaming query as names its sink. */
  final class Query(val resolvedCheckpointRoot: String) {
    val sink: AnyRef = new ForeachBatchSink
  }
}
