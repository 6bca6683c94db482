#!/bin/sh
# Makes the file system of the container image: a Java of only the modules that are used, the libraries of this machine
# that it needs, the controller, and the classes that a start needs, recorded as the container will start.
#   runtime.sh JAVA_HOME ARCHIVE FOLDER       FOLDER/java and FOLDER/maestro become the two layers
set -eu

java_home=$1 archive=$2 folder=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
java=$folder/java/opt/java
maestro=$folder/maestro/opt/maestro

# One component of the bill of materials, CycloneDX; others follow.
component() { # TYPE NAME VERSION PURL
  printf '    {"type": "%s", "bom-ref": "%s", "name": "%s", "version": "%s", "purl": "%s"},\n' "$1" "$4" "$2" "$3" "$4"
}

rm -rf "$folder"
mkdir -p "$folder/java/opt" "$folder/java/usr/share/doc" "$maestro/lib/native" "$folder/unpacked"
# For applications with temporary files, and for tools such as jcmd: they meet the JVM there.
mkdir "$folder/maestro/tmp"

# What the controller and its applications use, what those of others are likely to, and what jconsole and jfr need.
"$java_home/bin/jlink" --strip-debug --no-man-pages --no-header-files --output "$java" --add-modules \
  java.logging,java.management,java.naming,java.net.http,java.xml,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.management.agent,jdk.unsupported
find "$java/bin" -type f ! -name java -delete

# The libraries of the system, with the licences that Debian has beside them.
find "$java" -type f \( -name '*.so' -o -name java \) -exec ldd {} + |
  sed -n 's|.*[ \t]\(/[^ ]*\) (0x.*|\1|p' | grep -v "^$folder" | sort -u >"$folder/libraries"
echo "$(dirname "$(grep -m 1 'libc\.so' "$folder/libraries")")/libnss_dns.so.2" >>"$folder/libraries"
while read -r library; do
  [ -e "$library" ] || continue
  mkdir -p "$folder/java$(dirname "$library")"
  cp -L "$library" "$folder/java$library"
done <"$folder/libraries"
for package in libc6 libgcc-s1 libstdc++6 zlib1g; do
  copyright=/usr/share/doc/$package/copyright
  [ -r "$copyright" ] || continue
  cp -L "$copyright" "$folder/java/usr/share/doc/$package.copyright"
  dpkg-query -W -f '${binary:Package} ${Version}, source ${source:Package} ${source:Version}\n' "$package" |
    head -n 1 >>"$folder/java/usr/share/doc/system-libraries"
  dpkg-query -W -f '${Package} ${Version} ${Architecture}\n' "$package" | head -n 1 |
    while read -r name version arch; do
      component library "$name" "$version" "pkg:deb/debian/$name@$(echo "$version" | sed 's/+/%2B/g')?arch=$arch"
    done >>"$folder/components"
done
java_version=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$java_home/release")
component platform openjdk "$java_version" "pkg:generic/openjdk@$(echo "$java_version" | sed 's/+/%2B/g')" >>"$folder/components"

tar -xzf "$archive" -C "$folder/unpacked" --strip-components=1
cp "$folder/unpacked/lib/maestro.jar" "$folder/unpacked/lib/maestro-cluster.jar" "$maestro/lib"
# For `paper` and the other commands of the bench.
for jar in emulator network testkit simulator bench; do
  cp "$folder/unpacked/lib/maestro-$jar.jar" "$maestro/lib"
done
for file in apps config docs licences LICENSE NOTICE sbom.cdx.json; do
  [ ! -e "$folder/unpacked/$file" ] || mv "$folder/unpacked/$file" "$maestro"
done
# A build with -o makes no bill of materials.
[ ! -e "$maestro/sbom.cdx.json" ] || sed -i "/^  \"components\" : \[/r $folder/components" "$maestro/sbom.cdx.json"
cp -R "$here/src/opt/maestro/." "$maestro"
cp -R "$here/src/etc" "$folder/maestro"

# Netty and JNA would unpack these into /tmp.
unzip -qjo "$maestro/lib/maestro.jar" -d "$maestro/lib/native" \
  META-INF/native/libnetty_tcnative_linux_x86_64.so com/sun/jna/linux-x86-64/libjnidispatch.so

# The time of each file is what jib gives it: the JVM compares those of jars with the recorded ones.
find "$folder/java" "$folder/maestro" -exec touch -h -d @1 {} +
"$java/bin/java" -Xshare:dump -Xlog:disable
(
  cd "$maestro"
  sed "s|=/opt/maestro/|=$maestro/|; /SharedArchiveFile/d; /-Xlog:all/d" jvm.options >"$folder/jvm.options"
  "$java/bin/java" "@$folder/jvm.options" "-XX:ArchiveClassesAtExit=lib/classes.jsa" -jar lib/maestro.jar \
    run --rehearse --config "$folder/maestro/etc/maestro/maestro.conf" --listen 127.0.0.1:0 \
    --set maestro.control.listen=127.0.0.1:0 </dev/null >/dev/null
)
rm -rf "$folder/unpacked" "$folder/libraries" "$folder/components" "$folder/jvm.options"
