name := "acme-lineage"
version := "1"
scalaVersion := "2.13.16"

resolvers += "headwater" at sys.props.getOrElse(
  "headwater.repository",
  "file:///path/to/headwater/dist/release/maven"
)

libraryDependencies ++= Seq(
  "io.headwater" %% "headwater-agent" % "0.1.0" % Provided,
  "org.apache.spark" %% "spark-sql" % sys.props.getOrElse("spark.version", "4.0.1") % Provided
)
