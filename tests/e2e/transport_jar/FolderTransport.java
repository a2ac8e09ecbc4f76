import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineageClientException;
import io.openlineage.client.OpenLineageClientUtils;
import io.openlineage.client.transports.Transport;
import io.openlineage.client.transports.TransportBuilder;
import io.openlineage.client.transports.TransportConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;

/** A transport as third parties ship them: one file an event, named by the event's tenth of a second, and none of them twice. */
public final class FolderTransport extends Transport {
  public static final class Config implements TransportConfig {
    private String path;

    public String getPath() {
      return path;
    }

    public void setPath(String path) {
      this.path = path;
    }
  }

  public static final class Builder implements TransportBuilder {
    @Override
    public String getType() {
      return "folder";
    }

    @Override
    public TransportConfig getConfig() {
      return new Config();
    }

    @Override
    public Transport build(TransportConfig config) {
      return new FolderTransport(Paths.get(((Config) config).getPath()));
    }
  }

  private final Path folder;

  private FolderTransport(Path folder) {
    this.folder = folder;
  }

  @Override
  public void emit(OpenLineage.RunEvent event) {
    long name = event.getEventTime().toInstant().toEpochMilli() / 100;
    byte[] text = OpenLineageClientUtils.toJson(event).getBytes(StandardCharsets.UTF_8);
    try {
      Files.write(folder.resolve(name + ".json"), text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new OpenLineageClientException(name + " already exists");
    } catch (IOException e) {
      throw new OpenLineageClientException(e);
    }
  }

  @Override
  public void emit(OpenLineage.DatasetEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void emit(OpenLineage.JobEvent event) {
    throw new UnsupportedOperationException();
  }
}
