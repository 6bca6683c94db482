"""Maestro as a controller of Mininet, which starts it before the switches and ends it after them:

    sudo mn --custom config/mininet/maestro.py --controller maestro --topo torus,3,3 --test pingall

A parameter follows after a comma, such as --controller maestro,config=learning-switch.conf,port=6653:

    config   a file of Maestro's folder config, or another one; routing.conf without it, for networks with loops, too
    port     where switches connect; a free port without it
    settle   seconds for the controller to find the links, from the last switch's connection until Mininet's tests
             begin; 5 without it, as with `./maestro network`

In a program: sys.path gets the folder of this file, then `from maestro import Maestro` and
`Mininet(topo=..., controller=Maestro)`. The log is /tmp/NAME.log; the page is http://127.0.0.1:9653/ as with any start.
Static flows last as long as the network.
"""
import os
import subprocess
import time

from mininet.log import info
from mininet.net import Mininet
from mininet.node import Controller, Node


def above(path, levels):
    for _ in range(levels):
        path = os.path.dirname(path)
    return path


# `mn --custom` executes this file without __file__.
HOME = above(os.path.realpath(above.__code__.co_filename), 3)
LAUNCHER = next((path for path in (os.path.join(HOME, "bin", "maestro"), os.path.join(HOME, "maestro"))
                 if os.access(path, os.X_OK)), os.path.join(HOME, "bin", "maestro"))
LISTENING = "maestro: listening on "


class Maestro(Controller):
    """A controller that runs as long as its network."""

    def __init__(self, name, config="routing.conf", port=0, settle=5, **params):
        """port: 0 for a free one, which is known once it is started"""
        self.settle = float(settle)
        self.config = config if os.path.exists(config) else os.path.join(HOME, "config", config)
        self.process = None
        Controller.__init__(self, name, port=int(port), **params)

    @classmethod
    def isAvailable(cls):
        return os.access(LAUNCHER, os.X_OK)

    def checkListening(self):
        """Nothing: the controller itself says when its port is taken."""

    def start(self):
        """Returns when switches can connect."""
        log = "/tmp/%s.log" % self.name
        flows = "/tmp/%s-static-flows.json" % self.name
        if os.path.exists(flows):
            os.remove(flows)
        command = [LAUNCHER, "run", "--until-stdin-ends", "--config", os.path.abspath(self.config),
                   "--listen", "%s:%d" % (self.ip, self.port), "--set", "maestro.control.static-flows=" + flows]
        with open(log, "wb") as err:
            self.process = self.popen(command, stdin=subprocess.PIPE, stderr=err)
        line = self.process.stdout.readline().decode().strip()
        if not line.startswith(LISTENING):
            with open(log, encoding="utf-8") as said:
                raise RuntimeError("Maestro does not start:\n" + said.read())
        self.port = int(line.rsplit(":", 1)[1])

    def stop(self, *args, **params):
        """Returns when the controller has ended."""
        if self.process:
            self.process.terminate()
            self.process.communicate()
            self.process = None
        Node.stop(self, *args, **params)


def settling(wait_connected):
    """Tests would begin when the switches are connected: before the links between them are found."""
    def wait(net, *args, **params):
        connected = wait_connected(net, *args, **params)
        seconds = max((each.settle for each in net.controllers if isinstance(each, Maestro)), default=0)
        if seconds > 0:
            info("*** Waiting %g s for Maestro to find the links\n" % seconds)
            time.sleep(seconds)
        return connected
    return wait


Mininet.waitConnected = settling(Mininet.waitConnected)
controllers = {"maestro": Maestro}
