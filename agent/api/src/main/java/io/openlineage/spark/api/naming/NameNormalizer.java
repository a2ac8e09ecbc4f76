package io.openlineage.spark.api.naming;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Converts names to their form in job names. */
public final class NameNormalizer {
  private static final Pattern ACCENTS = Pattern.compile("\\p{M}");
  private static final Pattern LOWER_UPPER = Pattern.compile("([a-z0-9])([A-Z])");
  private static final Pattern ACRONYM_END = Pattern.compile("([A-Z])([A-Z][a-z])");
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9]+");
  private static final Pattern ENDS = Pattern.compile("^_|_$");

  private NameNormalizer() {}

  /** {@code My App-1} becomes {@code my_app_1}, {@code InsertIntoHadoopFs} becomes {@code insert_into_hadoop_fs}. */
  public static String normalize(String name) {
    if (name == null) return "";
    if (isNormal(name)) return name; // most parts of names: the expressions take 2 KB and five passes
    String plain = withoutAccents(name);
    String words = ACRONYM_END.matcher(LOWER_UPPER.matcher(plain).replaceAll("$1_$2")).replaceAll("$1_$2");
    return ENDS.matcher(OTHER.matcher(words).replaceAll("_")).replaceAll("").toLowerCase(Locale.ROOT);
  }

  /** Lower case letters and digits, with single underscores between them. */
  private static boolean isNormal(String name) {
    boolean isWord = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_' && !isWord) return false;
      isWord = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!isWord && c != '_') return false;
    }
    return isWord || name.isEmpty();
  }

  /** ASCII has no accents. Most names need only ASCII, so that the JVM does not load its Unicode tables for them. */
  private static String withoutAccents(String name) {
    if (isAscii(name)) return name;
    return ACCENTS.matcher(Normalizer.normalize(name, Normalizer.Form.NFD)).replaceAll("");
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) if (name.charAt(i) >= 128) return false;
    return true;
  }
}
