import java.nio.file.Files
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.util.jar.{JarFile, JarOutputStream}
import java.util.zip.ZipEntry

import scala.collection.JavaConverters._

import org.objectweb.asm.{Attribute, ClassReader, ClassVisitor, ClassWriter, Opcodes}

import sbt._
import sbt.io.Using

/** Spark's jars as scalac's inliner can read them. Spark's build rewrites its class files, to relocate libraries, but not
  * the notes in them that scalac left for its inliner (the attribute ScalaInlineInfo). Such notes end a compilation with
  * an error.
  */
object SparkClassFiles {
  private val notes = "ScalaInlineInfo"
  private val folder = file("build/sbt/spark-jars").getAbsoluteFile

  /** The class path with copies of Spark's jars that have no such notes. A copy is made once. */
  def withoutNotes(classpath: Seq[Attributed[File]]): Seq[Attributed[File]] =
    classpath.map(_.map(jar => if (jar.getName.startsWith("spark-")) copied(jar) else jar))

  /** Modules that need the same jar wait for one copy. */
  private def copied(jar: File): File = synchronized {
    val target = folder / jar.getName
    if (!target.exists) {
      IO.createDirectory(folder)
      val unfinished = folder / s"${jar.getName}.unfinished"
      Using.resource((file: File) => new JarFile(file))(jar) { from =>
        val to = new JarOutputStream(Files.newOutputStream(unfinished.toPath))
        try from.entries.asScala.filter(_.getName.endsWith(".class")).foreach { entry =>
            to.putNextEntry(new ZipEntry(entry.getName))
            to.write(withoutNotes(IO.readBytes(from.getInputStream(entry))))
            to.closeEntry()
          }
        finally to.close()
      }
      Files.move(unfinished.toPath, target.toPath, REPLACE_EXISTING)
    }
    target
  }

  private def withoutNotes(classFile: Array[Byte]): Array[Byte] = {
    val out = new ClassWriter(0)
    val without = new ClassVisitor(Opcodes.ASM9, out) {
      override def visitAttribute(attribute: Attribute): Unit =
        if (attribute.`type` != notes) super.visitAttribute(attribute)
    }
    new ClassReader(classFile).accept(without, 0)
    out.toByteArray
  }
}
