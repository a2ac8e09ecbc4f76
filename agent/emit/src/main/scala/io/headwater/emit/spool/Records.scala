package io.headwater.emit.spool

import java.nio.charset.StandardCharsets.UTF_8

/** A segment file is made of lines, each `LENGTH CRC32C JSON`: length and checksum of the JSON's bytes, in eight
  * hexadecimal digits each. The first one describes the segment (`Header`), all others are events. What a killed
  * process left torn, or a disk spoiled, is skipped up to the next line that is whole.
  * `python-sdk/src/headwater/_spool.py` reads the same.
  */
private[spool] object Records {
  private val head = 18

  /** Where a whole record's JSON is in its file. */
  final case class Span(offset: Int, length: Int) {
    def end: Int = offset + length + 1
  }

  /** `damaged`: how many stretches of the file are not whole records, a torn tail among them. */
  final case class Scan(spans: Vector[Span], damaged: Int)

  def line(json: String): Array[Byte] = {
    val body = json.getBytes(UTF_8)
    val front = f"${body.length}%08x ${Crc32c.of(body, 0, body.length)}%08x ".getBytes(UTF_8)
    front ++ body :+ '\n'.toByte
  }

  /** Where the JSON of `line` is when the line begins at `from`. */
  def span(from: Long, line: Array[Byte]): Span = Span(from.toInt + head, line.length - head - 1)

  def scan(file: Array[Byte]): Scan = {
    val spans = Vector.newBuilder[Span]
    def go(at: Int, damaged: Int, inDamage: Boolean): Int =
      if (at >= file.length) damaged
      else
        whole(file, at) match {
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

  /** The JSON of one line, without the line's end. */
  def json(line: String): Option[String] = {
    val bytes = (line + "\n").getBytes(UTF_8)
    scan(bytes).spans.headOption.map(text(bytes, _))
  }

  private def whole(file: Array[Byte], at: Int): Option[Span] =
    for {
      length <- hex(file, at, ' ')
      crc <- hex(file, at + 9, ' ')
      start = at + head
      if length >= 0 && length < file.length - start && file(start + length) == '\n'
      if Crc32c.of(file, start, length) == crc
    } yield Span(start, length)

  /** Eight digits and what must follow them. */
  private def hex(file: Array[Byte], at: Int, end: Char): Option[Int] =
    if (at + 8 >= file.length || file(at + 8) != end) None
    else {
      val digits = (at until at + 8).map(i => Character.digit(file(i).toInt, 16))
      if (digits.exists(_ < 0)) None else Some(digits.foldLeft(0)((n, d) => (n << 4) | d))
    }
}
