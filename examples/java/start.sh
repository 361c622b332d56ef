#!/bin/sh
# Compiles the servers into the kit's folder, which is gone after the run, and becomes the one that is named.
here=$(dirname "$0")
classes="$ASSAY_KIT/java-classes"
flags='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
javac $(printf -- '-J%s ' $flags) -proc:none -Xlint:all -d "$classes" "$here"/*.java || exit 1
exec java $flags -cp "$classes" "${1:-ServiceProvider}"
