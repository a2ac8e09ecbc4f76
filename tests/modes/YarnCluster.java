import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** usage: YarnCluster FOLDER. Runs a ResourceManager and a NodeManager, and writes FOLDER/yarn-site.xml for their clients. */
public final class YarnCluster {
    public static void main(String[] arguments) throws Exception {
        File folder = new File(arguments[0]);
        YarnConfiguration conf = new YarnConfiguration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("yarn.nodemanager.delete.debug-delay-sec", "0"); // as on a real cluster: what a container leaves is gone
        conf.setInt("yarn.scheduler.minimum-allocation-mb", 256);
        conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
        conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
        conf.setFloat("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100f);
        conf.set("yarn.resourcemanager.scheduler.class",
            "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
        MiniYARNCluster cluster = new MiniYARNCluster("headwater", 1, 1, 1);
        cluster.init(conf);
        cluster.start();
        cluster.waitForNodeManagersToConnect(60000);
        File half = new File(folder, "yarn-site.xml.half");
        try (OutputStream out = Files.newOutputStream(half.toPath())) {
            cluster.getConfig().writeXml(out);
        }
        half.renameTo(new File(folder, "yarn-site.xml"));
        Thread.currentThread().join();
    }
}
