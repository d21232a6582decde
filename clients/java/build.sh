#!/bin/sh
# Builds call-analysis-client.jar with the JDK alone: build.sh [folder]. JACKSON names the folder of Jackson's three jars.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build}
jackson=${JACKSON:-/usr/share/java}
classpath="$jackson/jackson-core.jar:$jackson/jackson-annotations.jar:$jackson/jackson-databind.jar"
rm -rf "$out/classes"
mkdir -p "$out/classes"
find "$here/src/main/java" "$here/src/generated/java" -name '*.java' > "$out/sources.txt"
javac --release 17 -encoding UTF-8 -Xlint:all -Werror -cp "$classpath" -d "$out/classes" @"$out/sources.txt"
jar --create --file "$out/call-analysis-client.jar" -C "$out/classes" . -C "$here" LICENSE
echo "$out/call-analysis-client.jar"
