#!/usr/bin/python3
"""Hosts and Open vSwitch's userspace datapath in Mininet, most with loops, and what happens to their packets.

usage (root): mininet-network.py {torus|fattree|linear|tree} SIZE OpenFlow10|OpenFlow13 PORT CHECK...

The controller listens on 127.0.0.1:PORT. The checks run in the given order on one network; each prints one line
"NAME: key=value ...", for a test to judge. A last line says how many packets all switches received in all. The exit
code says only whether the checks could be made.

  pingall    every host pings every other one once
  broadcast  frames to everybody and to nobody (an address that no host has): how many copies came
  link-down  a link that packets go over fails (torus)
  link-up    and comes back
  host-move  a host is plugged into another switch
"""
import sys
import time

from mininet.log import setLogLevel
from mininet.topo import LinearTopo, Topo
from mininet.topolib import TorusTopo, TreeTopo

from mininet_rig import (EVERYBODY, EXPERIMENTAL, SETTLE_S, await_discovery, bring_up, built, counts_of, ping,
                         raw_socket, say)

NOBODY = b"\x02\x00\x00\x00\x99\x99"
FRAMES = 20


class FatTree(Topo):
    """Pods of k/2 edge and k/2 aggregation switches under (k/2)^2 core switches; k/2 hosts at each edge switch."""

    def build(self, k=4):
        half = k // 2
        cores = [self.addSwitch("c%d" % n, dpid="%x" % (0x100 + n)) for n in range(half * half)]
        for pod in range(k):
            uppers = [self.addSwitch("a%dx%d" % (pod, n), dpid="%x" % (0x200 + pod * half + n)) for n in range(half)]
            for n, upper in enumerate(uppers):
                for core in cores[n * half:(n + 1) * half]:
                    self.addLink(upper, core)
            for n in range(half):
                edge = self.addSwitch("e%dx%d" % (pod, n), dpid="%x" % (0x300 + pod * half + n))
                for upper in uppers:
                    self.addLink(edge, upper)
                for host in range(half):
                    self.addLink(self.addHost("h%dx%dx%d" % (pod, n, host)), edge)


def listening_socket(host):
    """A raw socket that never waits."""
    sock = raw_socket(host)
    sock.setblocking(False)
    return sock


def frame(host, destination, text):
    source = bytes.fromhex(host.MAC().replace(":", ""))
    return (destination + source + EXPERIMENTAL.to_bytes(2, "big") + text.encode()).ljust(60, b"\0")


def received(sock):
    """What came since the last time, without the Ethernet header."""
    texts = []
    while True:
        try:
            texts.append(sock.recv(2048)[14:].rstrip(b"\0").decode())
        except BlockingIOError:
            return texts


def packets(interfaces, counter):
    """How many packets each interface has counted; those of switches are in this namespace."""
    counts = {}
    for name in interfaces:
        with open("/sys/class/net/%s/statistics/%s" % (name, counter)) as file:
            counts[name] = int(file.read())
    return counts


def switch_interfaces(net):
    return [intf.name for switch in net.switches for intf in switch.intfList() if intf.name != "lo"]


def wait_until_discovered(net):
    start = time.monotonic()
    missing = await_discovery(net)
    if missing:
        say("discovered", seconds="never", missing=missing.name)
    else:
        say("discovered", seconds="%.1f" % (time.monotonic() - start))
        time.sleep(SETTLE_S)


def pingall(net):
    start = time.monotonic()
    one = "ping -n -c 1 -W 2 %s >/dev/null || echo %s-%s"
    shells = [
        host.popen(["sh", "-c", "; ".join(one % (peer.IP(), host.name, peer.name) for peer in net.hosts if peer != host)])
        for host in net.hosts
    ]
    lost = [name for shell in shells for name in shell.communicate()[0].decode().split()]
    pairs = len(net.hosts) * (len(net.hosts) - 1)
    say("pingall", pairs=pairs, lost=len(lost), seconds="%.1f" % (time.monotonic() - start), who=",".join(lost[:10]))


def broadcast(net):
    sockets = {host: listening_socket(host) for host in net.hosts}
    names = switch_interfaces(net)
    senders = [net.hosts[0], net.hosts[-1]]
    sent = {}
    start, before = time.monotonic(), sum(packets(names, "rx_packets").values())
    for number in range(FRAMES):
        for sender in senders:
            for destination, kind in (EVERYBODY, "everybody"), (NOBODY, "nobody"):
                text = "%s %s %d" % (sender.name, kind, number)
                sent[text] = sender
                sockets[sender].send(frame(sender, destination, text))
        time.sleep(0.05)
    time.sleep(2)
    total, seconds = sum(packets(names, "rx_packets").values()) - before, time.monotonic() - start
    missing, most = 0, 0
    for host, sock in sockets.items():
        texts = received(sock)
        for text, sender in sent.items():
            copies = texts.count(text)
            most = max(most, copies)
            missing += 1 if copies == 0 and host != sender else 0
        sock.close()
    say("broadcast", frames=len(sent), hosts=len(net.hosts), missing=missing, copies=most, packets=total,
        interfaces=len(names), switches=len(net.switches), seconds="%.1f" % seconds)


class Loop:
    """Some checks leave the network changed for the next one."""

    failed = None


def link_down(net):
    source, target = net.get("h1x1"), net.get("h2x2")
    switch = net.get("s1x1")
    ping(source, target, "-c", "3", "-i", "0.2")
    process = source.popen(["ping", "-n", "-i", "0.1", "-c", "80", target.IP()])
    time.sleep(0.5)
    links = {intf.name: intf.link for intf in switch.intfList() if intf.link and intf.link.intf2.node != source and intf.link.intf1.node != source}
    before = packets(links, "tx_packets")
    time.sleep(1.5)
    after = packets(links, "tx_packets")
    used = max(links, key=lambda name: after[name] - before[name])
    ends = links[used].intf1.node.name, links[used].intf2.node.name
    net.configLinkStatus(*ends, "down")
    Loop.failed = ends
    sent, got = counts_of(process.communicate()[0].decode())
    say("link-down", link="-".join(ends), carried=after[used] - before[used], sent=sent, lost=sent - got, lostms=100 * (sent - got))


def link_up(net):
    process = net.get("h1x1").popen(["ping", "-n", "-i", "0.1", "-c", "50", net.get("h2x2").IP()])
    time.sleep(1)
    net.configLinkStatus(*Loop.failed, "up")
    sent, got = counts_of(process.communicate()[0].decode())
    say("link-up", link="-".join(Loop.failed), sent=sent, lost=sent - got)


def host_move(net):
    moved, peer = net.hosts[0], net.hosts[-1]
    old = moved.defaultIntf().link.intf2 if moved.defaultIntf().link.intf1.node == moved else moved.defaultIntf().link.intf1
    new = net.switches[len(net.switches) // 2]
    ping(peer, moved, "-c", "3", "-i", "0.2")
    process = peer.popen(["ping", "-n", "-i", "0.1", "-w", "30", "-c", "1000", moved.IP()])
    time.sleep(1)
    new.vsctl("del-port", old.name, "--", "add-port", new.name, old.name)
    start = time.monotonic()
    sock = listening_socket(moved)
    # A host that was plugged in again says so: Linux with arp_notify, and every virtual machine that was moved.
    address = bytes(int(part) for part in moved.IP().split("."))
    mac = bytes.fromhex(moved.MAC().replace(":", ""))
    arp = b"\0\1\x08\0\6\4\0\1" + mac + address + b"\0" * 6 + address
    gratuitous = (EVERYBODY + mac + b"\x08\x06" + arp).ljust(60, b"\0")
    seconds = "never"
    while time.monotonic() - start < 25:
        sock.send(gratuitous)
        if ping(peer, moved, "-c", "1", "-W", "1")[1] == 1:
            seconds = "%.1f" % (time.monotonic() - start)
            break
    sock.close()
    process.terminate()
    process.communicate()
    sent, got = ping(peer, moved, "-c", "20", "-i", "0.1")
    say("host-move", host=moved.name, to=new.name, seconds=seconds, sent=sent, lost=sent - got)


CHECKS = {"pingall": pingall, "broadcast": broadcast, "link-down": link_down, "link-up": link_up, "host-move": host_move}


def main(kind, size, version, port, *checks):
    size = int(size)
    topo = {"torus": lambda: TorusTopo(size, size), "fattree": lambda: FatTree(k=size), "linear": lambda: LinearTopo(size),
            "tree": lambda: TreeTopo(size, 2)}[kind]
    setLogLevel("warning")
    start = time.monotonic()
    net = built(topo, version, port)
    try:
        bring_up(net)
        say("started", seconds="%.1f" % (time.monotonic() - start), switches=len(net.switches), hosts=len(net.hosts))
        wait_until_discovered(net)
        for check in checks:
            CHECKS[check](net)
        names = switch_interfaces(net)
        say("total", packets=sum(packets(names, "rx_packets").values()), interfaces=len(names),
            seconds="%.1f" % (time.monotonic() - start))
    finally:
        net.stop()


main(*sys.argv[1:])
