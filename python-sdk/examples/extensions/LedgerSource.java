import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.*;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A JVM data source as small as one can be: {@code spark.read.format("LedgerSource").option("book", "sales")}. */
public class LedgerSource implements TableProvider {
  private static final StructType COLUMNS = StructType.fromDDL("entry INT, cents BIGINT");

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return COLUMNS;
  }

  @Override
  public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new LedgerTable(properties.get("book"));
  }

  /** Its toString says nothing, and its name is not the spec's: a visitor is needed. */
  public static class LedgerTable implements Table, SupportsRead {
    private final String book;

    LedgerTable(String book) {
      this.book = book;
    }

    @Override
    public String name() {
      return "ledger " + book;
    }

    @Override
    public StructType schema() {
      return COLUMNS;
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return LedgerScan::new;
    }
  }

  static class LedgerScan implements Scan, Batch {
    @Override
    public StructType readSchema() {
      return COLUMNS;
    }

    @Override
    public Batch toBatch() {
      return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
      return new InputPartition[] {new Entries()};
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new Entries();
    }
  }

  /** The one partition, and how it is read: three entries. */
  static class Entries implements InputPartition, PartitionReaderFactory {
    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      var numbers = IntStream.range(0, 3).iterator();
      return new PartitionReader<>() {
        @Override
        public boolean next() {
          return numbers.hasNext();
        }

        @Override
        public InternalRow get() {
          int i = numbers.next();
          return new GenericInternalRow(new Object[] {i, i * 100L});
        }

        @Override
        public void close() {}
      };
    }
  }
}
