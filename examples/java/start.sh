#!/bin/sh
# Compiles the ServiceProvider into a folder of its own and runs it until it is told to end.
here=$(dirname "$0")
classes=$(mktemp -d) || exit 1
trap 'rm -rf "$classes"' EXIT
trap 'exit 143' TERM INT
javac -Xlint:all -d "$classes" "$here"/*.java || exit 1
java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$classes" ServiceProvider
