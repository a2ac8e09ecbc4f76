package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.RedactionPatterns

class RedactorSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement
  private def of(conf: (String, String)*) = RedactionPatterns.read(conf.toMap)

  private val jdbcUrls = Vector(
    "jdbc:redshift://h:5439/db;UID=u;PWD=PW1",
    "jdbc:db2://h:50000/db:user=u;password=PW1;",
    "jdbc:hive2://h:10000/db;user=u;password=PW1",
    "jdbc:databricks://h:443/db;transportMode=http;AuthMech=3;UID=token;PWD=PW1",
    "jdbc:bigquery://h:443;ProjectId=p;OAuthType=2;OAuthAccessToken=PW1;",
    "jdbc:impala://h:21050/db;UID=u;PWD=PW1",
    "jdbc:informix-sqli://h:9088/db:INFORMIXSERVER=s;user=u;password=PW1",
    "custom:u:PW1@h",
    "jdbc:custom:u:PW1@h",
    "jdbc:custom://h/db;secret=PW1",
    "jdbc:custom://h/db;access_token=PW1",
    "jdbc:mysql://u:p@PW1@h:3306/db",
    "jdbc:mysql://u:p/PW1?x@h:3306/db",
    "jdbc:postgresql://h:5432/db?user=u&password=PW1&ssl=true",
    "jdbc:postgresql://u:PW1@h1:5432,h2:5432/db",
    "jdbc:sqlserver://h:1433;databaseName=db;user=u;password={a;PW1};encrypt=true",
    "jdbc:oracle:thin:u/PW1@//h:1521/svc",
    "jdbc:oracle:thin:u/PW1@h:1521:sid",
    "jdbc:teradata://h/DATABASE=db,USER=u,PASSWORD=PW1,TMODE=x",
    "jdbc:snowflake://h/?user=u&password=PW1&db=x",
    "mongodb://u:PW1@h:27017/db",
    "https://u:PW1@h/path",
    "https://PW1@h/path",
    "https://b.s3.amazonaws.com/k?X-Amz-Credential=PW1&X-Amz-Signature=PW1&X-Amz-Security-Token=PW1",
    "https://b.s3.amazonaws.com/k?AWSAccessKeyId=PW1&Signature=PW1",
    "https://a.blob.core.windows.net/c/f?sv=1&sig=PW1",
    "s3a://AKIA:PW1@bucket/key",
    "jdbc:sqlserver://h:1433;databaseName=db;user=u;Password = PW1;encrypt=true",
    "jdbc:sqlserver://h:1433;user=u;password={a}}PW1};encrypt=true",
    "jdbc:es://http://u:PW1@h:9200/?timezone=UTC",
    "jdbc:bigquery://h:443;ProjectId=p;OAuthType=0;OAuthPvtKey=PW1;",
    "jdbc:teradata://h/LOGMECH=JWT,LOGDATA=PW1",
    "webhdfs://h:9870/data?op=OPEN&delegation=PW1",
    "jdbc:oracle:kprb:scott/PW1",
    "https://f.azurewebsites.net/api/x?a=1&code=PW1aaaaaaaaaaaaaaaaaaaa==",
    "https://maps.googleapis.com/x?key=PW1aaaaaaaaaaaaaaaaaaaa",
    "smb://domain;u:PW1@h/share",
    "mongodb://h/db?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:PW1",
    "jdbc:sqlserver://h;keyVaultProviderClientId=x;keyVaultProviderClientKey=PW1",
    "jdbc:hive2://h:10000/db;transportMode=http;http.cookie.sid=PW1",
    "https://h/p;jsessionid=PW1?x=1"
  )

  test("passwords are removed from all known URL formats") {
    for (u <- jdbcUrls) {
      assert(!r.url(u).contains("PW1"), u)
      assert(!r.bare(u).contains("PW1"), u)
      assert(!r.text(s"cannot connect to $u today").contains("PW1") || u.contains("{"), u)
      assert(!r.sql(s"CREATE VIEW v USING jdbc OPTIONS (url '$u', dbtable 't')").contains("PW1"), u)
      assert(r.url(r.url(u)) == r.url(u), u)
    }
  }

  test("a bare URL does not depend on the user") {
    assert(r.bare("jdbc:db2://h:50000/db:user=u;password=p;") == "jdbc:db2://h:50000/db")
    assert(r.bare("jdbc:redshift://h:5439/db;UID=u;PWD=p") == "jdbc:redshift://h:5439/db")
    assert(r.bare("jdbc:mysql://u:p@ss@h:3306/db") == "jdbc:mysql://h:3306/db")
    assert(r.bare("jdbc:oracle:thin:u/p@//h:1521/svc") == "jdbc:oracle:thin://h:1521/svc")
    assert(r.bare("jdbc:teradata://h/DATABASE=db,USER=u,PASSWORD=p") == "jdbc:teradata://h")
    assert(r.bare(
      "jdbc:informix-sqli://h:9/db:INFORMIXSERVER=s;user=u;password=p"
    ) == "jdbc:informix-sqli://h:9/db")
    assert(r.bare("custom:u:p@h") == "custom:h")
  }

  test("user info is also removed from a URL within a URL") {
    assert(r.url(
      "https://p.example/https://u:PW1@h/x?next=ftp://u:PW1@i"
    ) == "https://p.example/https://h/x?next=ftp://i")
    val glued = "The value 'jdbc:postgresql://u:PW1@db/xjdbc:mysql://u:PW1@h:3306/d' is none"
    assert(r.text(glued) == "The value 'jdbc:postgresql://db/xjdbc:mysql://h:3306/d' is none")
  }

  test("names of locations are kept") {
    val clean = Vector(
      "/data/secrets/table",
      "/data/token=5/part",
      "s3://b/password=1/token=2/x",
      "file:/a/secret=x",
      "db.password_hash",
      "wh/token=a b/x",
      "topic-secret",
      "daily load of tokens"
    )
    for (n <- clean) assert(r.name(n) == n)
    assert(r.name("daily token=PW1") == s"daily token=$redacted")
    assert(r.name("s3a://k:PW1@b/token=5/x?token=PW1") == s"s3a://b/token=5/x?token=$redacted")
  }

  test("sensitive keys are recognized, similar keys are not") {
    val secret =
      Vector("fs.azure.sas.box.a.blob.core.windows.net", "db.pass", "AWS_SECRET_ACCESS_KEY", "x.auth")
    val plain = Vector("compass", "passenger.id", "author", "signed", "keyboard", "monkey", "sassy.x")
    for (k <- secret) assert(r.isSensitive(k), k)
    for (k <- plain) assert(!r.isSensitive(k), k)
  }

  test("URLs without secrets are unchanged") {
    val clean = Vector(
      "jdbc:postgresql://h:5432/db?ssl=true",
      "abfss://container@account.dfs.core.windows.net/path",
      "https://h:8080/users/a@b.com",
      "dbfs:/Users/ada@corp.example/wh",
      "file:/home/ada@corp.example/in.txt",
      "/home/ada@corp.example/wh",
      "jdbc:sqlite:/home/ada@corp.example/db",
      "https://h:8080?email=a@b.com",
      "kafka://a:9092,b:9092",
      "jdbc:oracle:thin:@//h:1521/svc".replace("@", ""),
      "file:/data/orders",
      "s3://bucket/a/date=2020-01-01",
      "jdbc:h2:mem:test",
      "hdfs://nn:8020/warehouse/t"
    )
    for (u <- clean) assert(r.url(u) == u)
    for (u <- clean) assert(r.text(u) == u)
  }

  test("secrets in SQL are redacted, and the rest is unchanged") {
    val pairs = Vector[(String, String)](
      "CREATE TABLE t USING jdbc OPTIONS (user 'u', password 'PW1', dbtable 'd')" ->
        s"CREATE TABLE t USING jdbc OPTIONS (user 'u', password '$redacted', dbtable 'd')",
      "OPTIONS ('password' = 'PW1')" -> s"OPTIONS ('password' = '$redacted')",
      "OPTIONS (\"password\" \"PW1\")" -> ("OPTIONS (\"password\" \"" + redacted + "\")"),
      "OPTIONS(`db.password`'PW1')" -> s"OPTIONS(`db.password`'$redacted')",
      "TBLPROPERTIES ('a.secret'='PW1', 'b'='c')" -> s"TBLPROPERTIES ('a.secret'='$redacted', 'b'='c')",
      "SET spark.x.password=PW1 and more" -> s"SET spark.x.password=$redacted",
      "WHERE password = 'it''s PW1' AND a = 'b'" -> s"WHERE password = '$redacted' AND a = 'b'",
      "password 'a\\'PW1', x" -> s"password '$redacted', x",
      "password r'a\\', token 'PW1'" -> s"password r'$redacted', token '$redacted'",
      "CREATE USER u IDENTIFIED BY 'PW1'" -> s"CREATE USER u IDENTIFIED BY '$redacted'",
      "WITH (CREDENTIAL (AWS_ACCESS_KEY = 'PW1', AWS_SECRET_KEY = 'PW1'))" ->
        s"WITH (CREDENTIAL (AWS_ACCESS_KEY = '$redacted', AWS_SECRET_KEY = '$redacted'))",
      "CREDENTIALS ('a' = 'PW1', 'b' = 'PW1')" -> s"CREDENTIALS ('$redacted' = '$redacted', '$redacted' = '$redacted')",
      "WHERE token IN ('PW1', 'PW1') AND x = 'y'" -> s"WHERE token IN ('$redacted', '$redacted') AND x = 'y'",
      "password 'PW1' 'PW1'" -> s"password '$redacted' '$redacted'",
      "SELECT 1 -- don't log password: PW1\n, 'x'" -> s"SELECT 1 -- don't log password: $redacted\n, 'x'",
      "SELECT 1 /* token=PW1 */ + 1" -> s"SELECT 1 /* token=$redacted */ + 1",
      "WHERE pin_token = 4711" -> s"WHERE pin_token = $redacted"
    )
    for ((in, out) <- pairs) {
      assert(r.sql(in) == out)
      assert(r.sql(out) == out)
    }
  }

  test("secrets in the literals and comments of a statement are redacted") {
    val secret = Vector(
      "CREATE TABLE t (a INT COMMENT 'pw=PW1')",
      "CREATE TABLE t (a INT COMMENT 'passwd: PW1, x')",
      "SELECT '<password>PW1</password>', 'a'",
      "SELECT 1 --password PW1",
      "SELECT 1 -- run with --password PW1",
      "SELECT 'run --password PW1 now'",
      "SELECT '--password PW1'",
      "CREATE TABLE t (a INT) USING x OPTIONS (args '--user u --password PW1')",
      "CREATE TABLE t (a INT) USING x OPTIONS (args \"--password PW1\")",
      "SELECT 'curl -u bob:PW1 https://h'",
      "SELECT 'password%3DPW1'"
    )
    for (s <- secret) assert(!r.sql(s).contains("PW1") && r.sql(r.sql(s)) == r.sql(s), r.sql(s))
  }

  test("options of programs that are no passwords are kept") {
    val clean =
      Vector("mkdir -p /data/x", "ssh -p 22 h", "docker run -u 1000:1000 x", "curl -u https://h", "a -p 5")
    val others = Vector("curl -o a:b h", "redis-cli -h a", "sqlcmd -p x", "curl -su https://h", "http -v a:b")
    for (s <- clean ++ others) assert(r.text(s) == s)
  }

  test("SQL that only names a sensitive column is unchanged") {
    val clean = Vector(
      "SELECT password, token FROM users u JOIN t ON u.token = t.token WHERE a = 'b'",
      "SELECT upper(password) AS p FROM t -- don't\nWHERE x = 'it''s'",
      "INSERT INTO t SELECT a, 'x', `password` FROM s",
      "SELECT split(token, ',') FROM t",
      "SELECT * FROM t WHERE a - 1 > 2 AND b -> 'c'"
    )
    for (s <- clean) assert(r.sql(s) == s)
  }

  test("secrets in messages and JSON text are redacted") {
    val secret = Vector(
      "login failed: password=PW1, user=bob",
      "{\"password\": \"PW1\", \"user\": \"bob\"}",
      "{\\\"password\\\":\\\"PW1\\\"}",
      "Authorization: Bearer PW1",
      "Map(password -> PW1, user -> bob)",
      "credentials=Map(password -> PW1)",
      "java -jar x --password PW1 --user bob",
      "<password>PW1</password>",
      "password='it''s PW1'",
      "https://h/p?next=%2Fx%3Fpassword%3DPW1",
      "Filter (isnotnull(password#176) AND (password#176 = PW1))",
      "Filter (m#12[password] = PW1)",
      "no token \"password\": \"PW1\"",
      "x -token password: PW1",
      "curl -u bob:PW1 https://h",
      "curl -s --user 'bob:PW1' https://h",
      "mysql -h db -u bob -pPW1 x",
      "docker login -u bob -p PW1 h",
      "curl -su bob:PW1 https://h",
      "curl -ubob:PW1 https://h",
      "curl -U bob:PW1 https://h",
      "curl --oauth2-bearer PW1 https://h",
      "http -a bob:PW1 h",
      "sqlcmd -S h -U sa -P PW1",
      "ldapsearch -D cn=x -w PW1",
      "redis-cli -h h -a PW1",
      "basicAuth=PW1",
      "sessionCookie=PW1",
      "dbCreds: PW1",
      "Cookie: PW1",
      "spark.my.pw=PW1",
      "spark.my.cred: PW1",
      "password=a,PW1"
    )
    for (s <- secret) {
      assert(!r.text(s).contains("PW1"), s)
      assert(r.text(r.text(s)) == r.text(s), s)
    }
  }

  test("a stack trace keeps its line numbers") {
    val trace =
      "java.io.IOException: no\n\tat a.SecretManager.get(SecretManager.scala:33)\n\tat a.Token.b(Token.java:1)"
    assert(r.text(trace) == trace)
  }

  test("properties are redacted by key, and by the user's pattern also by value") {
    val own = of("spark.redaction.regex" -> "(?i)internal|AKIA\\w+").toOption.map(_.properties(
      Map(
        "x.internal" -> "PW1",
        "plain" -> "has AKIA123",
        "my.password" -> "PW1",
        "url" -> "http://u:PW1@h",
        "a" -> "b"
      )
    ))
    assert(own.contains(
      Map(
        "x.internal" -> redacted,
        "plain" -> redacted,
        "my.password" -> redacted,
        "url" -> "http://h",
        "a" -> "b"
      )
    ))
  }

  test("the user's text pattern is applied to text, SQL and URLs") {
    val own = of("spark.redaction.string.regex" -> "[0-9]{4}-[0-9]{4}").toOption
    assert(own.map(_.sql("SELECT '1234-5678'")).contains(s"SELECT '$redacted'"))
  }

  test("the user's pattern for options applies to keys, Spark's default does not") {
    val own = of("spark.sql.redaction.options.regex" -> "(?i)internal").toOption
    assert(own.map(_.sql("OPTIONS (x.internal 'PW1')")).contains(s"OPTIONS (x.internal '$redacted')"))
    val spark = of("spark.sql.redaction.options.regex" -> "(?i)url").toOption
    assert(spark.map(_.sql("OPTIONS (url 'http://u:PW1@h')")).contains("OPTIONS (url 'http://h')"))
    val keys = of("spark.redaction.regex" -> "(?i)secret|password|token|access[.]?key|credential").toOption
    assert(keys.map(_.property("x.y", "a token ring")).contains("a token ring"))
  }

  test("a malformed pattern is a problem that names its setting") {
    val settings = Vector(
      "spark.redaction.regex",
      "spark.redaction.string.regex",
      "spark.sql.redaction.string.regex",
      "spark.sql.redaction.options.regex"
    )
    for (s <- settings) assert(of(s -> "(a").left.toOption.exists(_.line.startsWith(s"$s is ")))
  }

  test("a pattern that backtracks without end makes the whole text secret") {
    val evil = of("spark.redaction.string.regex" -> "(a|aa)+\\1c").toOption
    assert(evil.map(_.text("a" * 60)).contains(redacted))
  }
}
