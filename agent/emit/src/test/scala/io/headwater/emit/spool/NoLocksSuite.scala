package io.headwater.emit.spool

import java.nio.file.Path

import org.scalatest.funsuite.AnyFunSuite

/** A disk that refuses to lock files, as a network disk without locks does. */
class NoLocksSuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  test("without locks there is no spool, and nothing is left on the disk") {
    val root = folder()
    val spool = new Spool(settings(root), () => 0L) {
      override protected def locked(path: Path): Option[DirectoryLock] = {
        PrivateFile.ensure(path.resolve(DirectoryLock.file))
        None
      }
    }
    val created = spool.create(SegmentHeader("local-1", "backend", Vector.empty))
    val why = created.fold(identity, d => fail(d.path.toString))
    assert(
      why.contains(s"no file in $root can be locked") && why.contains("spark.openlineage.spool.dir"),
      why
    )
    assert(root.toFile.list.isEmpty)
  }
}
