#!/usr/bin/env bash
# sbt without an installation: uses an `sbt` that is on the path, else its launch jar by Maven coordinates.
# The jar is checked against a pinned SHA-256 each time before it runs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=$(sed -n 's/^sbt.version=//p' "$root/project/build.properties")
sha256=f92a2095ac75008764fe3b2b793ffe624c4fbef5bfd9b0022e4bc2daf668c651   # of sbt-launch 1.11.7
heap=${HEADWATER_SBT_HEAP:-3g}

on_path=$(command -v sbt || true)
if [ -n "$on_path" ] && [ "$on_path" != "$root/sbt" ] && [ -z "${HEADWATER_OWN_SBT:-}" ]; then
  cd "$root" && exec "$on_path" "$@"
fi

cache=${HEADWATER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/headwater}
jar=$cache/sbt-launch-$version.jar
if [ ! -f "$jar" ]; then
  command -v mvn >/dev/null || { echo "sbt: needs Maven (mvn) on the path to take sbt-launch $version" >&2; exit 1; }
  mkdir -p "$cache"
  mvn -q -B dependency:copy -Dartifact="org.scala-sbt:sbt-launch:$version" -DoutputDirectory="$cache" >&2
fi
if ! echo "$sha256  $jar" | sha256sum --check --status; then
  echo "sbt: $jar is not the pinned sbt-launch $version; remove it and run again, or mend the pin in $root/sbt" >&2
  exit 1
fi
cd "$root"
exec java -Xmx"$heap" -Xss8m -XX:+UseParallelGC -Dsbt.override.build.repos=true \
  -Dsbt.repository.config="$root/project/repositories" -Dsbt.supershell=false -Dsbt.color=false \
  -jar "$jar" "$@"
