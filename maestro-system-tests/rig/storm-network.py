#!/usr/bin/python3
"""Storms on hosts and Open vSwitch's userspace datapath in Mininet, and what becomes of the other hosts meanwhile.

usage (root): storm-network.py {ring|line} OpenFlow10|OpenFlow13 PORT SECONDS {-|FOLDER} KIND...

Five switches, one host each; as a ring they have a link across, too. The controller listens on 127.0.0.1:PORT. For each
kind the first host sends 3,000 frames for each of these seconds, at 3,000 a second if the machine can, while all others
ping each other. Then it is silent for as long as a controller may need to notice; with a FOLDER, until there is a file in
it that is called like the kind. The first storm waits for the file "begin" then.

  one      broadcasts from one source
  sources  broadcasts, each from another source
  groups   to groups, each from another source to another group
  unknown  from one source, each to another host that nobody knows

It prints "ready: port=N next=M", the port of the first host at its switch and the port by which the second switch leads
there, before it begins, and a line "KIND: key=value ..." for
each kind: frames are those that the host's interface has sent. The exit code says only whether it could be done.
"""
import faulthandler
import os
import random
import sys
import threading
import time

from mininet.log import setLogLevel
from mininet.topo import Topo

from mininet_rig import EVERYBODY, EXPERIMENTAL, SETTLE_S, await_discovery, bring_up, built, counts_of, raw_socket, say

FRAMES_A_SECOND = 3000
SWITCHES = 5
SILENCE_S = 8
FILE_LIMIT_S = 90
STUCK_S = 300  # says where it is then; no step before the first storm takes as long
ADDRESSES = "10.57.0.0/16"  # not those of emulated hosts, who may be beside these
RECEIVED, SENT = 1, 9  # columns of /proc/net/dev


class Network(Topo):
    def build(self, is_ring=False):
        switches = [self.addSwitch("st%d" % n, dpid="%x" % (0x5700 + n)) for n in range(1, SWITCHES + 1)]
        for n, switch in enumerate(switches):
            self.addLink(self.addHost("sh%d" % (n + 1)), switch)
        for one, other in zip(switches, switches[1:]):
            self.addLink(one, other)
        if is_ring:
            self.addLink(switches[-1], switches[0])
            self.addLink(switches[0], switches[2])


def frames(kind, own):
    """Frames without end."""
    payload = EXPERIMENTAL.to_bytes(2, "big") + b"storm".ljust(46, b"\0")
    chance = random.Random(1)
    while True:
        source = own if kind in ("one", "unknown") else b"\x02\x57" + chance.randbytes(4)
        destination = EVERYBODY
        if kind == "groups":
            destination = b"\x01\x00\x5e" + chance.randbytes(3)
        elif kind == "unknown":
            destination = b"\x02\x58" + chance.randbytes(4)
        yield destination + source + payload


def storm(host, kind, seconds):
    """Sends at the rate, whatever a moment lasted; how long it took."""
    own = bytes.fromhex(host.MAC().replace(":", ""))
    sock = raw_socket(host)
    source, sent, start = frames(kind, own), 0, time.monotonic()
    while sent < seconds * FRAMES_A_SECOND:
        due = min(seconds * FRAMES_A_SECOND, int((time.monotonic() - start) * FRAMES_A_SECOND))
        for _ in range(min(due - sent, 300)):
            try:
                sock.send(next(source))
            except OSError:  # its queue is full
                pass
            sent += 1
        time.sleep(0.005)
    sock.close()
    return time.monotonic() - start


def interface_frames(host, column):
    with open("/proc/%d/net/dev" % host.pid) as file:
        for line in file:
            name, _, numbers = line.partition(":")
            if name.strip() == host.defaultIntf().name:
                return int(numbers.split()[column])
    raise RuntimeError("no interface")


def port_to(switch, other):
    return switch.ports[switch.connectionsTo(other)[0][0]]


def await_file(folder, name):
    start = time.monotonic()
    while not os.path.exists(os.path.join(folder, name)):
        if time.monotonic() - start > FILE_LIMIT_S:
            raise RuntimeError("nobody has made the file " + name)
        time.sleep(0.05)


def check(net, kind, seconds, folder):
    stormer, others = net.hosts[0], net.hosts[1:]
    for host in others:  # so that they have to ask for each other while it storms
        host.cmd("ip neigh flush all")
    before, sent = interface_frames(others[-1], RECEIVED), interface_frames(stormer, SENT)
    pings = []

    def ping_others():
        time.sleep(0.5)
        count = str(int(seconds * 4))
        pings.extend(
            host.popen(["ping", "-n", "-i", "0.2", "-c", count, "-W", "2", others[(n + 1) % len(others)].IP()])
            for n, host in enumerate(others))

    thread = threading.Thread(target=ping_others)
    thread.start()
    lasted = storm(stormer, kind, seconds)
    thread.join()
    counts = [counts_of(each.communicate()[0].decode()) for each in pings]
    if folder == "-":
        time.sleep(SILENCE_S)
    say(kind, frames=interface_frames(stormer, SENT) - sent, seconds="%.1f" % lasted, switches=SWITCHES,
        far=interface_frames(others[-1], RECEIVED) - before, pings=sum(count[0] for count in counts),
        answered=sum(count[1] for count in counts))
    if folder != "-":
        await_file(folder, kind)


def main(shape, version, port, seconds, folder, *kinds):
    faulthandler.dump_traceback_later(STUCK_S)
    setLogLevel("warning")
    net = built(lambda: Network(is_ring=shape == "ring"), version, port, ipBase=ADDRESSES)
    try:
        bring_up(net)
        missing = await_discovery(net)
        if missing:
            raise RuntimeError("never discovered " + missing.name)
        time.sleep(SETTLE_S)
        faulthandler.cancel_dump_traceback_later()
        say("ready", port=port_to(net.switches[0], net.hosts[0]), next=port_to(net.switches[1], net.switches[0]))
        if folder != "-":
            await_file(folder, "begin")
        for kind in kinds:
            check(net, kind, int(seconds), folder)
    finally:
        net.stop()


main(*sys.argv[1:])
