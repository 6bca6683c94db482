#!/bin/sh
# Runs the unpacked container image as a container would: its user, a root file system that nobody can write,
# processes and a network of its own. Needs root.
#   container-image.sh ROOT USER-ID FOLDER ENTRYPOINT ARGUMENTS HEALTH-CHECK     the last three are files, a word a line
# Says a line for each step that went well.
set -eu

if [ "${7:-}" != inside ]; then
  exec unshare --mount --net --pid --fork --kill-child --mount-proc "$0" "$@" inside
fi
root=$1 user=$2 folder=$3 entrypoint=$4 arguments=$5 health=$6
said=$root.said logged=$root.logged

fail() {
  echo "container-image: $*" >&2
  cat "$said" "$logged" >&2
  exit 1
}

await() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 30000 ] || fail "waited in vain: $*"
    sleep 0.02
  done
}

# Runs the words of these files in the image.
in_image() {
  IFS='
'
  # shellcheck disable=SC2046
  set -- $(cat "$@")
  unset IFS
  exec env -i ${options:+"JDK_JAVA_OPTIONS=$options"} \
    unshare --root="$root" --wd="$folder" --setgid="$user" --setuid="$user" "$@"
}

# What a container runtime brings along, and no more.
mkdir -p "$root/proc" "$root/dev"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for device in null random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,bind,ro "$root"
ip link set lo up
options=
: >"$said"
: >"$logged"

writable=$(find "$root" -xdev ! -path "$root/dev/*" ! -path "$root/tmp" \( -perm -o+w -o -perm /6000 \) ! -type l)
[ -z "$writable" ] || fail "anybody may write, or has rights by: $writable"

if (in_image "$health"); then
  fail "it is healthy without a controller"
fi
echo "health check: says when there is no controller"

listens() {
  [ -d "/proc/$controller" ] || fail "the controller ended"
  grep -q '^maestro: listening on 0.0.0.0:6653$' "$said"
}

start() {
  : >"$said"
  : >"$logged"
  in_image "$entrypoint" "$arguments" >"$said" 2>"$logged" </dev/null &
  controller=$!
  await listens
}

stop() {
  kill -TERM "$controller"
  code=0
  wait "$controller" || code=$?
  [ "$code" = 143 ] || fail "SIGTERM: exit status $code"
}

least=
for round in 1 2 3 4 5; do
  begun=$(date +%s%N)
  start
  took=$((($(date +%s%N) - begun) / 1000000))
  [ -n "$least" ] && [ "$least" -le "$took" ] || least=$took
  stop
done
echo "start to listening: $least ms, the least of $round"

# As in a container with 256 MiB.
options=-XX:MaxRAM=256m
start
await grep -q 'control listener: http://127.0.0.1:9653' "$logged"
(in_image "$health") || fail "the controller is not healthy"
echo "health check: healthy"
grep -q classes.jsa "/proc/$controller/maps" || fail "the recorded classes are not used"
echo "recorded classes: used"
echo "user: $(stat -c %u:%g "/proc/$controller"), capabilities $(sed -n 's/^CapEff:\t0*//p' "/proc/$controller/status")."
grep 'memory for connections' "$logged" | sed 's/.* - //'
echo "resident: $(sed -n 's/^VmRSS:[ \t]*\([0-9]*\) kB/\1/p' "/proc/$controller/status") KiB"
stop

# A figure of the papers, which the bench repeats in this Java alone.
options=
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
repeat=$root.repeat
printf '%s\n' /opt/java/bin/java -jar lib/maestro-bench.jar paper maestro-6 --rounds 1 --out /tmp/paper >"$repeat"
(in_image "$repeat") >"$said" 2>"$logged" || fail "a figure could not be repeated"
grep -q 'maestro-6 .* holds$' "$said" || fail "a figure has another verdict"
echo "bench: repeats a figure"
