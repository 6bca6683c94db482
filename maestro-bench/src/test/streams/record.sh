#!/bin/bash
# Records what Open vSwitch says to a controller that probes links, routes, and installs flows that expire,
# in both versions: FOLDER/ovs-10.bin and ovs-13.bin, the first switch of a line of two. Those that the attack mutated-streams uses
# are in src/main/resources/maestro/emulator/attack.
# usage: record.sh FOLDER      needs Open vSwitch, python3, a built controller and shared/rig beside the project
set -eu
here=$(cd "$(dirname "$0")" && pwd); project=$(cd "$here/../../../.." && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd); rig=${RIG:-$project/../shared/rig}
for version in 10 13; do
  java -jar "$project/maestro-core/target/maestro.jar" run --config "$project/config/routing.conf" --listen 127.0.0.1:0 \
    --set maestro.control.listen=off \
    --set applications.route-flow.idle-timeout="1 s" >"$out/controller.log" 2>&1 & controller=$!
  until port=$(sed -n 's/^maestro: listening on .*://p' "$out/controller.log") && [ -n "$port" ]; do sleep 0.2; done
  between=$((20000 + RANDOM % 10000))
  python3 "$here/record.py" "$between" "$port" "$out/ovs-$version" & recorder=$!
  sleep 1
  PORT=$between VER=OpenFlow$version TMPDIR="$out" "$rig/ovs-line.sh" 2 none || true
  kill "$recorder" "$controller"; wait "$recorder" "$controller" 2>/dev/null || true
  mv "$out/ovs-$version-0.bin" "$out/ovs-$version.bin"
done
