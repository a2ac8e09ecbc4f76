import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.connect.SparkSession;

/** usage: SPARK_REMOTE=sc://… java ConnectClient.java FOLDER. A client of Spark Connect that has none of our packages. */
public final class ConnectClient {
    private static final String FACET =
        "headwater-facet:{\"target\":\"run\"%2C\"name\":\"acme_note\"%2C\"facet\":{\"text\":\"a%2C b\"}}";

    public static void main(String[] arguments) throws Exception {
        SparkSession spark = SparkSession.builder().getOrCreate();
        Path folder = Path.of(arguments[0]);
        spark.addTag("nightly");
        spark.range(9).write().parquet(folder + "/plain");
        spark.addTag("headwater-job:daily%2C parts");
        spark.addTag(FACET);
        spark.range(9).write().parquet(folder + "/named");
        spark.clearTags();
        interrupt(spark, folder.resolve("slow"));
        spark.range(9).write().parquet(folder + "/after");
        spark.stop();
    }

    /** Interrupts, by its tag, a query of another thread that runs for a long time. */
    private static void interrupt(SparkSession spark, Path target) throws Exception {
        Thread other = new Thread(() -> {
            spark.addTag("slow");
            try {
                spark.range(0, 1000000000000L, 1, 2).where("id < 0").write().parquet(target.toString());
            } catch (Exception e) {
                System.err.println("interrupted: " + e.getMessage());
            }
        });
        other.start();
        while (!Files.exists(target.resolve("_temporary"))) {
            Thread.sleep(100);
        }
        spark.interruptTag("slow");
        other.join();
    }
}
