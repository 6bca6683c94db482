#!/bin/bash
# What a ping between two hosts loses when the network of triangle.sh, or its controller, is treated badly.
# usage (root): unshare -n recovery.sh WHAT [OPENFLOW-VERSION [SECONDS-BETWEEN-PINGS]]
#   restart  SIGKILL, and 3 s later a start      cable    SIGKILL, the cable s1-s2 is pulled, a start
#   upgrade  SIGTERM, and 1 s later a start      channel  s1 loses its channel for 6 s
#   reload   SIGHUP                              both     s1 loses its channel for 6 s, and the cable s1-s2 is pulled
#   live     the cable s1-s2 is pulled           moved    SIGKILL, the pinging host moves from s2 to s3, a start
# Run in a network namespace of its own: one machine has one Open vSwitch with datapaths in user space otherwise.
set -eu
what=$1 version=${2:-OpenFlow13} interval=${3:-0.01}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
port=16653 name=re$(($$ % 100000))
folder=$(mktemp -d)
export OVS_RUNDIR=$folder OVS_LOGDIR=$folder OVS_DBDIR=$folder OVS_SYSCONFDIR=$folder
export MAX_BACKOFF=${MAX_BACKOFF:-8000} # as Open vSwitch has it
controller='' ping='' vswitchd='' database=''

start() {
  : >"$folder/out"
  "$root/maestro" run --config "$root/config/routing.conf" --listen "127.0.0.1:$port" \
    --set maestro.control.listen=off >"$folder/out" 2>>"$folder/log" &
  controller=$!
  until grep -q listening "$folder/out"; do sleep 0.05; done
}

end_controller() { # SIGNAL
  kill "-$1" "$controller"
  wait "$controller" || true
}

triangle() {
  bash "$here/triangle.sh" "$1" "$name" "${@:2}"
}

clean_up() {
  for process in $ping $controller; do kill "$process" 2>/dev/null || true; done
  triangle down
  for process in $vswitchd $database; do kill "$process" 2>/dev/null || true; done
  wait
  rm -r "$folder"
}
trap clean_up EXIT

ip link set lo up
ovsdb-tool create "$folder/conf.db" /usr/share/openvswitch/vswitch.ovsschema
ovsdb-server "$folder/conf.db" "--remote=punix:$folder/db.sock" --pidfile --log-file 2>/dev/null &
database=$!
until [ -S "$folder/db.sock" ]; do sleep 0.05; done
ovs-vsctl --no-wait init
ovs-vswitchd "unix:$folder/db.sock" --pidfile --log-file 2>/dev/null &
vswitchd=$!
start
triangle up "$port" "$version"
from=1 to=2
[ "$what" != moved ] || from=2 to=1
until ip netns exec "${name}h$from" ping -n -c 1 -W 1 "10.79.0.$to" >/dev/null; do :; done
ip netns exec "${name}h$from" ping -n -D -i "$interval" "10.79.0.$to" >"$folder/ping" &
ping=$!
sleep 5
began=$(date +%s.%N)
case $what in
  restart) end_controller KILL && sleep 3 && start ;;
  upgrade) end_controller TERM && sleep 1 && start ;;
  reload) kill -HUP "$controller" ;;
  live) triangle pull 1 2 ;;
  cable) end_controller KILL && triangle pull 1 2 && start ;;
  channel) triangle channel 1 1 && sleep 6 && triangle channel 1 "$port" ;;
  both) triangle channel 1 1 && triangle pull 1 2 && sleep 6 && triangle channel 1 "$port" ;;
  moved) end_controller KILL && triangle move 2 2 3 && start ;;
  *) sed -n '2,9p' "$0" && exit 2 ;;
esac
sleep 20
kill -INT "$ping"
wait "$ping" || true
ping=''
python3 - "$folder" "$began" <<'END'
import re
import sys

folder, began = sys.argv[1], float(sys.argv[2])
text = open(folder + "/ping").read()
print(re.search(r"\d+ packets transmitted, \d+ received", text).group())
answers = [(float(at) - began, int(number)) for at, number in re.findall(r"\[([\d.]+)\].*icmp_seq=(\d+)", text)]
for (at, number), (until, other) in zip(answers, answers[1:]):
    if other > number + 1:
        print("%d lost from %.2f s to %.2f s" % (other - number - 1, at, until))
END
grep -E "flow entries|WARN|ERROR" "$folder/log" || true
