"""Secrets of tests/e2e/canaries.py in SQL text; each statement is a run."""

from __future__ import annotations

from tests.e2e.canaries import Seeds

LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required"


def views(seeds: Seeds, url: str, driver: str) -> list[str]:
    """Statements with options and properties."""
    jaas = f'{LOGIN} username="u" password="{seeds("view option jaas config")}";'
    hidden = f"{url};password={seeds('view option url')}"
    return [
        (
            f"CREATE TEMPORARY VIEW v USING jdbc OPTIONS (url '{hidden}', driver '{driver}', "
            f"dbtable 'orders', password '{seeds('view option')}', 'kafka.sasl.jaas.config' '{jaas}')"
        ),
        "CREATE TABLE from_view USING parquet AS SELECT id FROM v",
        (
            f"CREATE TABLE bought USING jdbc OPTIONS (url '{url}', driver '{driver}', "
            f"dbtable 'orders', user 'app', \"password\" = \"{seeds('table option')}\")"
        ),
        (
            "CREATE TABLE kept USING parquet TBLPROPERTIES "
            f"('api.token' '{seeds('table property')}') AS SELECT id FROM v"
        ),
        f"SET my.password={seeds('set statement')}",
        (
            f"CREATE TABLE noted (a STRING COMMENT 'password={seeds('column comment')}', d DOUBLE) "
            f"USING parquet COMMENT 'see https://bob:{seeds('table comment')}@wiki.example'"
        ),
        f"INSERT INTO noted VALUES ('jdbc:mysql://bob:{seeds('inserted url')}@h:3306/d', 1.5)",
    ]


def moved(seeds: Seeds) -> list[str]:
    """Tables with a new location that does not exist, so that Spark reports an error."""
    return [
        (
            "ALTER TABLE kept SET LOCATION "
            f"'s3a://AKID:{seeds('table location user info')}@bucket.example/kept'"
        ),
        (
            "ALTER TABLE from_view SET LOCATION 'wasbs://box@a.blob.core.windows.net/x?sv=1"
            f"&sig={seeds('table location signature')}'"
        ),
    ]


def literals(seeds: Seeds) -> list[str]:
    """Secrets in string literals."""
    lake = "https://a.blob.core.windows.net/box/file?sv=1&sig="
    store = "DefaultEndpointsProtocol=https;AccountName=a;AccountKey="
    return [
        f"password={seeds('literal assignment')}",
        f"https://bob:{seeds('literal url')}@h.example/p",
        f"{store}{seeds('literal connection string')}==;EndpointSuffix=x",
        f"{lake}{seeds('literal signed url')}",
        seeds("literal bearer"),
        seeds("literal aws key id"),
        seeds("literal jwt"),
        seeds("literal pem"),
        seeds("literal github"),
        seeds("literal slack"),
        seeds("literal databricks"),
        seeds("literal google"),
        f"order {seeds('literal by custom text')} of today",
    ]


def queries(seeds: Seeds) -> list[str]:
    """Queries that write, so that events contain their names, columns and text."""
    select_list = ", ".join(f"'{text}' AS c{n}" for n, text in enumerate(literals(seeds)))
    return [
        f"CREATE TABLE told USING parquet AS SELECT {select_list} FROM noted",
        (
            f"CREATE TABLE asked USING parquet AS SELECT d /* password={seeds('comment between stars')} "
            f"*/ FROM noted -- don't log token: {seeds('comment behind dashes')}\n"
        ),
        (
            "CREATE TABLE compared USING parquet AS SELECT d FROM (SELECT d, a AS password, a AS token "
            f"FROM noted) WHERE password = '{seeds('compared column')}' "
            f"OR token IN ('x', '{seeds('compared list')}')"
        ),
        "CREATE TABLE accounts (name STRING, password STRING) USING parquet",
        f"INSERT INTO accounts VALUES ('a', '{seeds('inserted value')}')",
        f"INSERT OVERWRITE accounts SELECT a, '{seeds('inserted by a query')}' FROM noted",
    ]


DETOURS_OF_CONDITIONS = {
    "left side": "'{}' = password",
    "lambda": "exists(array('{}'), v -> v = password)",
    "array": "array_contains(array('{}', name), password)",
    "map key": "map_contains_key(map('{}', 1), password)",
    "subquery": "password IN (SELECT '{}' FROM range(1))",
    "struct": "struct('{}' AS v).v = password",
    "case": "CASE WHEN name = 'x' THEN password ELSE '{}' END = name",
    "function": "startswith(password, '{}')",
    "nested comment": "/* a /* b */ ' */ '{}' = password AND name = 'a'",
}
DETOURS_OF_QUERIES = {
    "alias": "SELECT a.name FROM accounts a JOIN (SELECT '{}' AS x) c ON c.x = a.password",
    "values": "SELECT a.name FROM accounts a JOIN VALUES ('a', '{}') AS c(y, x) ON c.x = a.password",
    "union": "SELECT name, password FROM accounts UNION ALL SELECT 'a', '{}'",
    "key of aes": "SELECT hex(aes_encrypt(name, lpad('{}', 16))) AS hidden FROM accounts",
    "blank": "SELECT '{}'\tAS\tpassword FROM accounts",
}


def detours(seeds: Seeds) -> list[str]:
    """Literals that meet a sensitive column by a detour; each query writes, so that its event has columns and a plan."""
    where = {
        name: f"SELECT name FROM accounts WHERE {text}"
        for name, text in DETOURS_OF_CONDITIONS.items()
    }
    selects = {
        name: text.format(seeds(f"detour {name}"))
        for name, text in (where | DETOURS_OF_QUERIES).items()
    }
    writes = [
        f"CREATE TABLE detour_{n} USING parquet AS {text}"
        for n, text in enumerate(selects.values())
    ]
    return [
        *writes,
        f"INSERT INTO accounts (name, password) SELECT a, x FROM (SELECT 'b' AS a, '{seeds('detour inserted alias')}' AS x)",
        f"CREATE VIEW detours AS SELECT name FROM accounts WHERE '{seeds('detour view')}' = password",
        "CREATE TABLE viewed USING parquet AS SELECT name FROM detours",
    ]


def escaped(seeds: Seeds) -> list[str]:
    """With escapedStringLiterals, a backslash is a character, but Spark's parser still does not end a literal after it."""
    secret = seeds("detour escaped literal")
    return [
        "SET spark.sql.parser.escapedStringLiterals=true",
        (
            "CREATE TABLE escaped USING parquet AS SELECT name FROM accounts "
            rf"WHERE name <> 'a\'b' AND '{secret}' = password"
        ),
        "SET spark.sql.parser.escapedStringLiterals=false",
    ]


def compared(seeds: Seeds) -> str:
    """A query whose column name is Spark's text of a comparison."""
    return f"SELECT '{seeds('generated name of a comparison')}' = password FROM accounts"


def unnamed(seeds: Seeds) -> str:
    """A query whose column name is Spark's text of the expression."""
    return f"SELECT concat('token={seeds('generated column name')}', a) FROM noted"
