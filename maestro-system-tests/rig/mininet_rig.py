"""What the networks in Mininet have in common."""
import ctypes
import os
import re
import signal
import socket
import time
import traceback
from functools import partial

from mininet.net import Mininet
from mininet.node import OVSSwitch, RemoteController

BUILD_LIMITS_S = 45, 90, 180  # of one try after the other
DISCOVERY_LIMIT_S = 60
SETTLE_S = 3  # after that, since links are found one after the other
CLONE_NEWNET = 0x40000000
EXPERIMENTAL = 0x88B5  # an EtherType for local experiments
EVERYBODY = b"\xff" * 6


class Stuck(Exception):
    pass


def stuck(signum, stack):
    raise Stuck("Mininet did not go on")


def built(make_topology, version, port, **options):
    """A network that is built, of Open vSwitch's userspace datapaths and the controller at 127.0.0.1:port. Mininet waits
    for its shells for ever; on a busy machine some never answer it.
    """
    signal.signal(signal.SIGALRM, stuck)
    for limit_s in BUILD_LIMITS_S:
        net = Mininet(topo=make_topology(), build=False, autoSetMacs=True,
                      switch=partial(OVSSwitch, datapath="user", protocols=version, failMode="secure"),
                      controller=partial(RemoteController, ip="127.0.0.1", port=int(port)), **options)
        try:
            signal.alarm(limit_s)
            net.build()
            signal.alarm(0)
            return net
        except Stuck:
            traceback.print_exc()
            signal.alarm(limit_s)
            try:
                net.stop()
            except Exception:  # of what was not built
                traceback.print_exc()
            signal.alarm(0)
            if limit_s == BUILD_LIMITS_S[-1]:
                raise


def bring_up(net):
    """Starts a network whose hosts speak IPv4 only, and waits until all its switches are connected."""
    net.start()
    for host in net.hosts:
        host.cmd("ethtool -K %s tx off" % host.defaultIntf().name)  # the userspace datapath completes no checksums
        host.cmd("sysctl -qw net.ipv6.conf.all.disable_ipv6=1")
    if not net.waitConnected(timeout=60):
        raise RuntimeError("not all switches are connected")


def await_discovery(net):
    """Waits until the first host reaches each other one; the host that it never reached, or None."""
    start = time.monotonic()
    for host in net.hosts[1:]:
        while ping(net.hosts[0], host, "-c", "1", "-W", "1")[1] == 0:
            if time.monotonic() - start > DISCOVERY_LIMIT_S:
                return host
    return None


def say(name, **values):
    print(name + ": " + " ".join("%s=%s" % item for item in values.items()), flush=True)


def raw_socket(host):
    """A socket in the host's network namespace that hears the frames of this test, whoever they are for."""
    libc = ctypes.CDLL(None, use_errno=True)
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    away = os.open("/proc/%d/ns/net" % host.pid, os.O_RDONLY)
    try:
        if libc.setns(away, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EXPERIMENTAL))
        sock.bind((host.defaultIntf().name, EXPERIMENTAL))
        return sock
    finally:
        libc.setns(home, CLONE_NEWNET)
        os.close(home)
        os.close(away)


def ping(source, target, *options):
    """(sent, received) of one run of ping."""
    process = source.popen(["ping", "-n", *options, target.IP()])
    return counts_of(process.communicate()[0].decode())


def counts_of(output):
    counts = re.search(r"(\d+) packets transmitted, (\d+) received", output)
    if not counts:
        raise RuntimeError("ping said: " + output)
    return int(counts.group(1)), int(counts.group(2))
