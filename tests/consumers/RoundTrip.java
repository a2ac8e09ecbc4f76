import io.openlineage.client.OpenLineageClientUtils;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Reads events with openlineage-java, one on each line, and writes each of them again. */
public class RoundTrip {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      out.println(OpenLineageClientUtils.toJson(OpenLineageClientUtils.runEventFromJson(line)));
    }
  }
}
