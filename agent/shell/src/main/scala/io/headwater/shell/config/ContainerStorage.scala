package io.headwater.shell.config

import java.nio.file.{Path, Paths}

import scala.util.Try

import io.headwater.config.ConfigTree.Branch
import io.headwater.emit.spool.{SpoolMode, SpoolSettings}
import io.headwater.emit.transport.OutputLocation
import io.headwater.emit.transport.config.TransportOptions

/** Warns if events would lie in a directory that is deleted with the driver's container. In cluster mode YARN gives the
  * driver a temporary directory and a working directory of its own (`yarn.nodemanager.local-dirs`), and deletes both when
  * the application ends; the files of a pod end with the pod.
  */
private[config] object ContainerStorage {

  def warnings(values: ConfigValues, transport: Option[Branch], spool: SpoolSettings): Vector[String] =
    transport match {
      case None =>
        val folder = values.workDir.toAbsolutePath.resolve(OutputLocation.folder)
        deletedWith(values.env, folder).map { container =>
          s"no transport is configured, and $folder is deleted with the $container; set " +
            s"${ConfigKey.prefix}transport.type, or transport.type file and a transport.location that outlives it"
        }.toVector
      case Some(section) if usesSpool(section) && spool.mode != SpoolMode.Off && unset(values) =>
        deletedWith(values.env, spool.root).map { container =>
          s"events that the backend has not accepted when the application ends are lost: ${spool.root} is deleted with " +
            s"the $container; set ${SpoolConfig.dir.fullName} to a directory that outlives it"
        }.toVector
      case Some(_) => Vector.empty
    }

  /** The kind of the container that a directory ends with. */
  private def deletedWith(env: Map[String, String], directory: Path): Option[String] = {
    val localDirs = env.getOrElse("LOCAL_DIRS", "").split(',').toVector.map(_.trim).filter(_.nonEmpty)
    val isLocal =
      localDirs.exists(d => Try(directory.toAbsolutePath.startsWith(Paths.get(d))).getOrElse(false))
    if (env.contains("CONTAINER_ID") && isLocal) Some("container of YARN")
    else if (env.contains("KUBERNETES_SERVICE_HOST")) Some("pod of Kubernetes")
    else None
  }

  private def usesSpool(transport: Branch): Boolean =
    TransportOptions.kind(transport) match {
      case Some("console" | "file") => false
      case Some("composite") =>
        TransportOptions.members(transport).exists { case (_, m: Branch) => usesSpool(m); case _ => true }
      case Some("transform") =>
        transport.get("transport").forall { case inner: Branch => usesSpool(inner); case _ => true }
      case _ => true
    }

  private def unset(values: ConfigValues): Boolean = values.text(SpoolConfig.dir).isEmpty
}
