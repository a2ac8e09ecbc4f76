import org.apache.spark.sql.SparkSession;

/** usage: OneWrite FOLDER. Writes nine rows. */
public final class OneWrite {
    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder().getOrCreate();
        spark.range(9).write().parquet(arguments[0]);
        spark.stop();
    }
}
