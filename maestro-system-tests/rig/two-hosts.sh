#!/bin/bash
# Two hosts on one bridge of the Open vSwitch that the environment names.
# usage: two-hosts.sh up NAME CONTROLLER-PORT OPENFLOW-VERSION | down NAME
# Hosts are the namespaces NAME1 and NAME2, at 10.78.0.1 and 10.78.0.2, and know each other's address.
set -eu
what=$1 name=$2

down() {
  for i in 1 2; do
    ip netns del "$name$i" 2>/dev/null || true
    ip link del "$name$i-sw" 2>/dev/null || true
  done
}

if [ "$what" = down ]; then
  down
  exit 0
fi
port=$3 version=$4
for i in 1 2; do
  ip netns add "$name$i"
  ip link add "$name$i-sw" type veth peer name eth0 netns "$name$i"
  ip -n "$name$i" link set eth0 address "00:00:00:00:00:0$i"
  ip -n "$name$i" addr add "10.78.0.$i/24" dev eth0
  ip -n "$name$i" link set eth0 up
  ip -n "$name$i" neigh add "10.78.0.$((3 - i))" lladdr "00:00:00:00:00:0$((3 - i))" dev eth0
  ip link set "$name$i-sw" up
done
ovs-vsctl -- add-br br0 \
  -- set bridge br0 datapath_type=netdev protocols="$version" fail-mode=secure \
    other-config:disable-in-band=true \
  -- add-port br0 "${name}1-sw" -- set interface "${name}1-sw" ofport_request=1 \
  -- add-port br0 "${name}2-sw" -- set interface "${name}2-sw" ofport_request=2 \
  -- set-controller br0 "tcp:127.0.0.1:$port"
