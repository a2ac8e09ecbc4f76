import java.io.{ByteArrayInputStream, InputStream}

import org.objectweb.asm.{
  AnnotationVisitor,
  Attribute,
  ClassReader,
  ClassVisitor,
  ClassWriter,
  Label,
  MethodVisitor,
  Opcodes
}

import sbt.io.Using
import sbtassembly.Assembly.JarEntry
import sbtassembly.{CustomMergeStrategy, MergeStrategy}

/** Makes the classes of the agent jar smaller: without what only a Scala compiler reads, and without the names of local
  * variables, which only a debugger reads. Line numbers and files stay, for stack traces.
  */
object ClassFiles {

  /** For a class that is in one jar only. */
  val smaller: MergeStrategy = CustomMergeStrategy("headwater-smaller-class") { found =>
    val bytes = found.map(entry => Using.resource((_: Unit) => entry.stream())(())(sbt.io.IO.readBytes))
    if (bytes.tail.exists(!java.util.Arrays.equals(_, bytes.head)))
      Left(s"${found.head.target} is in ${found.size} jars, with different contents")
    else {
      val written = smaller(bytes.head)
      Right(Vector(JarEntry(found.head.target, () => new ByteArrayInputStream(written): InputStream)))
    }
  }

  private def smaller(bytes: Array[Byte]): Array[Byte] = {
    val out = new ClassWriter(0) // a new constant pool, without what is left out
    new ClassReader(bytes).accept(new Smaller(out), 0)
    out.toByteArray
  }

  /** The compiler's own picture of a class, in bytes. */
  private val pickles = Set("Lscala/reflect/ScalaSignature;", "Lscala/reflect/ScalaLongSignature;")

  private final class Smaller(out: ClassVisitor) extends ClassVisitor(Opcodes.ASM9, out) {

    override def visitAnnotation(name: String, visible: Boolean): AnnotationVisitor =
      if (pickles(name)) null else super.visitAnnotation(name, visible)

    /** All attributes that ASM does not know are Scala's. */
    override def visitAttribute(attribute: Attribute): Unit = ()

    override def visitMethod(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        exceptions: Array[String]
    ): MethodVisitor =
      new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        override def visitLocalVariable(n: String, d: String, s: String, from: Label, to: Label, at: Int)
            : Unit = ()
      }
  }
}
