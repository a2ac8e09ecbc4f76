import java.io.{ByteArrayInputStream, InputStream}

import org.objectweb.asm.{
  AnnotationVisitor,
  Attribute,
  ClassReader,
  ClassVisitor,
  ClassWriter,
  FieldVisitor,
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

  /** For a class of a library. Its generic types stay: a library may read its own by reflection, as Jackson does. */
  val ofLibrary: MergeStrategy = smaller("headwater-class-of-library", generic = true)

  /** For a class of the agent: also without generic types and names of parameters, which nothing reads when it runs, and
    * without the method that makes a function from its serialized form: the agent gives Spark no function to run in tasks.
    */
  val ofAgent: MergeStrategy = smaller("headwater-class-of-agent", generic = false)

  /** For a class that is in one jar only. */
  private def smaller(name: String, generic: Boolean) =
    CustomMergeStrategy(name) { found =>
      val bytes = found.map(entry => Using.resource((_: Unit) => entry.stream())(())(sbt.io.IO.readBytes))
      if (bytes.tail.exists(!java.util.Arrays.equals(_, bytes.head)))
        Left(s"${found.head.target} is in ${found.size} jars, with different contents")
      else {
        val written = changed(bytes.head, generic)
        Right(Vector(JarEntry(found.head.target, () => new ByteArrayInputStream(written): InputStream)))
      }
    }

  private def changed(bytes: Array[Byte], generic: Boolean): Array[Byte] = {
    val out = new ClassWriter(0) // a new constant pool, without what is left out
    new ClassReader(bytes).accept(new Smaller(out, generic), 0)
    out.toByteArray
  }

  /** The compiler's own picture of a class, in bytes. */
  private val pickles = Set("Lscala/reflect/ScalaSignature;", "Lscala/reflect/ScalaLongSignature;")

  /** The method that scalac adds to each class with functions. */
  private val deserializer = "$deserializeLambda$"

  /** @param generic
    *   whether generic types, the names of parameters, and the method for serialized functions stay
    */
  private final class Smaller(out: ClassVisitor, generic: Boolean) extends ClassVisitor(Opcodes.ASM9, out) {
    private def kept(signature: String): String = if (generic) signature else null

    override def visit(
        version: Int,
        access: Int,
        name: String,
        signature: String,
        parent: String,
        interfaces: Array[String]
    ): Unit = super.visit(version, access, name, kept(signature), parent, interfaces)

    override def visitField(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        value: Object
    ): FieldVisitor = super.visitField(access, name, descriptor, kept(signature), value)

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
      if (!generic && name == deserializer) null
      else
        new MethodVisitor(
          Opcodes.ASM9,
          super.visitMethod(access, name, descriptor, kept(signature), exceptions)
        ) {
          override def visitParameter(n: String, access: Int): Unit =
            if (generic) super.visitParameter(n, access)
          override def visitLocalVariable(n: String, d: String, s: String, from: Label, to: Label, at: Int)
              : Unit = ()
        }
  }
}
