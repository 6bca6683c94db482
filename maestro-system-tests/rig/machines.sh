#!/bin/bash
# Machines of one's own: network namespaces mh1, mh2, ... at 10.77.0.1, 10.77.0.2, ... on one bridge.
# usage (root): machines.sh up COUNT | cut NUMBER | down
# Run a program on one with `ip netns exec mh1 COMMAND`; `cut` pulls the cable of one.
set -eu
bridge=mhbr

up() { # COUNT
  ip link add "$bridge" type bridge
  ip link set "$bridge" up
  for ((i = 1; i <= $1; i++)); do
    ip netns add "mh$i"
    ip link add "mh$i-sw" type veth peer name eth0 netns "mh$i"
    ip link set "mh$i-sw" master "$bridge" up
    ip -n "mh$i" link set lo up
    ip -n "mh$i" addr add "10.77.0.$i/24" dev eth0
    ip -n "mh$i" link set eth0 up
  done
}

down() {
  for ((i = 1; ; i++)); do
    ip link del "mh$i-sw" 2>/dev/null || true # at once; with its namespace it goes some time later
    ip netns del "mh$i" 2>/dev/null || break
  done
  ip link del "$bridge" 2>/dev/null || true
}

case ${1:-} in
  up) up "$2" ;;
  cut) ip link set "mh$2-sw" down ;;
  down) down ;;
  *)
    sed -n '2,4p' "$0" >&2
    exit 2
    ;;
esac
