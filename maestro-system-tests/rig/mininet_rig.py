"""What the networks in Mininet have in common."""
import signal
import traceback
from functools import partial

from mininet.net import Mininet
from mininet.node import OVSSwitch, RemoteController

BUILD_LIMITS_S = 45, 90, 180  # of one try after the other


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
