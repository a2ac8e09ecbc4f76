package io.headwater.emit.spool

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

/** The format of segment files. Each line is a record `LENGTH CRC32C JSON`: the length and the checksum of the JSON's
  * bytes, in eight hexadecimal digits each. The first record is the [[SegmentHeader]], all others are events. Incomplete
  * or corrupt lines are skipped up to the next valid record. `python-sdk/src/headwater/_records.py` reads the same format.
  */
private[spool] object Records {
  private val prefixLength = 18

  /** The position of the JSON of a valid record in its file. */
  final case class Span(offset: Int, length: Int) {
    def end: Int = offset + length + 1
  }

  /** The result of reading a file.
    *
    * @param damaged
    *   the number of ranges that are not valid records; an incomplete last line is one of them
    */
  final case class Scan(spans: Vector[Span], damaged: Int)

  def line(json: String): Array[Byte] = {
    val body = json.getBytes(UTF_8)
    val prefix = f"${body.length}%08x ${Crc32c.of(body, 0, body.length)}%08x ".getBytes(UTF_8)
    val line = Arrays.copyOf(prefix, prefixLength + body.length + 1)
    System.arraycopy(body, 0, line, prefixLength, body.length)
    line(line.length - 1) = '\n'
    line
  }

  /** The position of the JSON of `line`, if the line begins at `from`. */
  def span(from: Long, line: Array[Byte]): Span =
    Span(from.toInt + prefixLength, line.length - prefixLength - 1)

  def scan(file: Array[Byte]): Scan = {
    val spans = Vector.newBuilder[Span]
    def go(at: Int, damaged: Int, inDamage: Boolean): Int =
      if (at >= file.length) damaged
      else
        recordAt(file, at) match {
          case Some(span) =>
            spans += span
            go(span.end, damaged, inDamage = false)
          case None =>
            val next = file.indexOf('\n'.toByte, at)
            go(
              if (next < 0) file.length else next + 1,
              if (inDamage) damaged else damaged + 1,
              inDamage = true
            )
        }
    val damaged = go(0, 0, inDamage = false)
    Scan(spans.result(), damaged)
  }

  def text(file: Array[Byte], span: Span): String = new String(file, span.offset, span.length, UTF_8)

  /** The JSON of one line, given without its line terminator. */
  def json(line: String): Option[String] = {
    val bytes = (line + "\n").getBytes(UTF_8)
    scan(bytes).spans.headOption.map(text(bytes, _))
  }

  private def recordAt(file: Array[Byte], at: Int): Option[Span] =
    for {
      length <- hex(file, at, ' ')
      crc <- hex(file, at + 9, ' ')
      start = at + prefixLength
      if length >= 0 && length < file.length - start && file(start + length) == '\n'
      if Crc32c.of(file, start, length) == crc
    } yield Span(start, length)

  /** Reads eight hexadecimal digits that are followed by `end`. */
  private def hex(file: Array[Byte], at: Int, end: Char): Option[Int] =
    if (at + 8 >= file.length || file(at + 8) != end) None
    else {
      val digits = (at until at + 8).map(i => Character.digit(file(i).toInt, 16))
      if (digits.exists(_ < 0)) None else Some(digits.foldLeft(0)((n, d) => (n << 4) | d))
    }
}
