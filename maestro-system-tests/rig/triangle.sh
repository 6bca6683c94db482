#!/bin/bash
# Three bridges of the Open vSwitch that the environment names, in a triangle of veth cables, and three hosts.
# usage (root):
#   triangle.sh up NAME CONTROLLER-PORT OPENFLOW-VERSION
#   triangle.sh pull|plug NAME A B        the cable between the switches A and B, which are 1, 2 or 3
#   triangle.sh unplug NAME HOST SWITCH   the cable between a host and a switch; "plug-host" is the reverse
#   triangle.sh channel NAME SWITCH PORT  the switch looks for its controller at another port
#   triangle.sh move NAME HOST FROM TO    the host's addresses leave their cable to a switch for that to another one
#   triangle.sh down NAME
#
# Bridge NAMEsI has datapath id I; its port 10+J leads to bridge J. Host I is the namespace NAMEhI and has a cable "atJ"
# to port I of each bridge J. Its addresses 10.79.0.I and 00:00:00:00:00:0I are on atI at first, so a move changes the
# state of no port. Hosts know each other's address, and say so when they have moved (Linux: arp_notify).
set -eu
what=$1 name=$2
hosts="1 2 3" switches="1 2 3"

in_host() { # HOST COMMAND...
  ip netns exec "$name""h$1" "${@:2}"
}

elsewhere() { # HOST SWITCH: the address of a cable that is not in use
  echo "02:00:00:00:0$1:0$2"
}

settle_at() { # HOST SWITCH
  in_host "$1" ip addr add "10.79.0.$1/24" dev "at$2"
  for peer in $hosts; do
    [ "$peer" = "$1" ] || in_host "$1" ip neigh replace "10.79.0.$peer" lladdr "00:00:00:00:00:0$peer" dev "at$2"
  done
  in_host "$1" ip link set "at$2" address "00:00:00:00:00:0$1"
}

cable() { # A B: the name of A's end
  echo "${name}s$1-$2"
}

down() {
  for switch in $switches; do
    ovs-vsctl --timeout=10 --if-exists del-br "${name}s$switch" 2>/dev/null || true
    for host in $hosts; do
      ip link del "${name}h$host-$switch" 2>/dev/null || true
    done
    for peer in $switches; do
      ip link del "$(cable "$switch" "$peer")" 2>/dev/null || true
    done
  done
  for host in $hosts; do
    ip netns del "${name}h$host" 2>/dev/null || true
  done
}

up() { # CONTROLLER-PORT VERSION
  for ends in "1 2" "2 3" "1 3"; do
    set -- "$1" "$2" $ends
    ip link add "$(cable "$3" "$4")" type veth peer name "$(cable "$4" "$3")"
    ip link set "$(cable "$3" "$4")" up
    ip link set "$(cable "$4" "$3")" up
  done
  for host in $hosts; do
    ip netns add "${name}h$host"
    in_host "$host" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1 net.ipv4.conf.all.arp_notify=1 net.ipv4.conf.all.arp_ignore=1
    for switch in $switches; do
      ip link add "${name}h$host-$switch" type veth peer name "at$switch" netns "${name}h$host"
      ip link set "${name}h$host-$switch" up
      in_host "$host" ip link set "at$switch" address "$(elsewhere "$host" "$switch")" up
    done
    settle_at "$host" "$host"
  done
  for switch in $switches; do
    bridge=${name}s$switch
    ports=()
    for host in $hosts; do
      ports+=(-- add-port "$bridge" "${name}h$host-$switch" -- set interface "${name}h$host-$switch" "ofport_request=$host")
    done
    for peer in $switches; do
      [ "$peer" = "$switch" ] && continue
      ports+=(-- add-port "$bridge" "$(cable "$switch" "$peer")"
        -- set interface "$(cable "$switch" "$peer")" "ofport_request=1$peer")
    done
    ovs-vsctl --timeout=30 -- add-br "$bridge" \
      -- set bridge "$bridge" datapath_type=netdev "protocols=$2" fail-mode=secure \
        other-config:disable-in-band=true "other-config:datapath-id=000000000000000$switch" \
      "${ports[@]}" \
      -- set-controller "$bridge" "tcp:127.0.0.1:$1" -- set controller "$bridge" max_backoff="${MAX_BACKOFF:-1000}"
  done
}

case $what in
  up) up "$3" "$4" ;;
  pull) ip link set "$(cable "$3" "$4")" down ;;
  plug) ip link set "$(cable "$3" "$4")" up ;;
  unplug) ip link set "${name}h$3-$4" down ;;
  plug-host) ip link set "${name}h$3-$4" up ;;
  channel)
    ovs-vsctl --timeout=30 -- set-controller "${name}s$3" "tcp:127.0.0.1:$4" \
      -- set controller "${name}s$3" max_backoff="${MAX_BACKOFF:-1000}"
    ;;
  move)
    in_host "$3" ip addr del "10.79.0.$3/24" dev "at$4"
    in_host "$3" ip link set "at$4" address "$(elsewhere "$3" "$4")"
    settle_at "$3" "$5"
    ;;
  down) down ;;
  *) sed -n '2,9p' "$0"; exit 2 ;;
esac
