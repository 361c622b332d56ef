#!/bin/sh
# Compiles the ServiceProvider into the kit's folder, which is gone after the run, and becomes it.
here=$(dirname "$0")
classes="$ASSAY_KIT/service-provider-java"
flags='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
javac $(printf -- '-J%s ' $flags) -proc:none -Xlint:all -d "$classes" "$here"/*.java || exit 1
exec java $flags -cp "$classes" ServiceProvider
