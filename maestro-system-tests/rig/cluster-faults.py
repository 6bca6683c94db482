#!/usr/bin/env python3
"""Kills the active one of two controllers again and again, and tells how long until all switches have the other one.

    maestro-system-tests/rig/cluster-kills.py --kills 10 --switches 79

The switches are in this process: each connects to both controllers and does with roles what OpenFlow 1.3 demands. A
take-over is confirmed when the switch has given the role MASTER. The next kill comes 4 s after all switches have the
returned controller as standby. Prints a line for each kill, with the load of the machine, and a summary as JSON.
"""
import argparse
import json
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HELLO, ERROR, ECHO, ECHOED, EXPERIMENTER, FEATURES, FEATURED = 0, 1, 2, 3, 4, 5, 6
STATS, STATS_REPLY, BARRIER, BARRIERED, ROLE, ROLE_REPLY = 18, 19, 20, 21, 24, 25
EQUAL, MASTER, SLAVE = 1, 2, 3
NONE = 2 ** 64 - 1
PORT_DESC = 13
ONF, ROLE_STATUS = 0x4F4E4600, 1911
WRITES = {13: "PACKET_OUT", 14: "FLOW_MOD", 15: "GROUP_MOD", 16: "PORT_MOD", 17: "TABLE_MOD", 29: "METER_MOD"}


class Switch:
    def __init__(self, dpid):
        self.dpid = dpid
        self.generation = NONE
        self.master = None
        self.sessions = {}


class Session:
    def __init__(self, rig, switch, name):
        self.rig, self.switch, self.name = rig, switch, name
        self.role = EQUAL
        self.bytes = b""
        self.socket = socket.create_connection(("127.0.0.1", rig.ports[name]), timeout=1)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        switch.sessions[name] = self
        rig.selector.register(self.socket, selectors.EVENT_READ, self)
        self.send(HELLO, 1, b"")

    def send(self, kind, xid, body):
        try:
            self.socket.sendall(struct.pack("!BBHI", 4, kind, 8 + len(body), xid) + body)
        except OSError:
            self.close()

    def close(self):
        if self.switch.sessions.get(self.name) is self:
            del self.switch.sessions[self.name]
            self.rig.selector.unregister(self.socket)
            self.socket.close()
            if self.switch.master is self:
                self.switch.master = None

    def read(self):
        try:
            more = self.socket.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more:
            return self.close()
        self.bytes += more
        while len(self.bytes) >= 8:
            _, kind, length, xid = struct.unpack("!BBHI", self.bytes[:8])
            if len(self.bytes) < length:
                return
            message, self.bytes = self.bytes[:length], self.bytes[length:]
            self.handle(kind, xid, message)

    def handle(self, kind, xid, message):
        if kind == ECHO:
            self.send(ECHOED, xid, message[8:])
        elif kind == FEATURES:
            self.send(FEATURED, xid, struct.pack("!QIBB2xII", self.switch.dpid, 0, 1, 0, 0, 0))
        elif kind == BARRIER:
            self.send(BARRIERED, xid, b"")
        elif kind == STATS:
            what = struct.unpack("!H", message[8:10])[0]
            port = struct.pack("!I4x6s2x16sIIIIIIII", 1, bytes(6), b"p1", 0, 4, 0, 0, 0, 0, 0, 0)
            self.send(STATS_REPLY, xid, struct.pack("!HH4x", what, 0) + (port if what == PORT_DESC else b""))
        elif kind == ROLE:
            role, generation = struct.unpack("!I4xQ", message[8:24])
            self.asked(xid, role, generation, message)
        elif kind in WRITES and self.role == SLAVE:
            self.rig.refused += 1
            self.send(ERROR, xid, struct.pack("!HH", 1, 10) + message[:64])

    def asked(self, xid, role, generation, message):
        switch = self.switch
        if role in (MASTER, SLAVE):
            if switch.generation != NONE and (generation - switch.generation) % 2 ** 64 >= 2 ** 63:
                return self.send(ERROR, xid, struct.pack("!HH", 11, 0) + message)
            switch.generation = generation
        if role == MASTER:
            other = switch.master
            if other is not None and other is not self:
                other.role = SLAVE
                other.send(EXPERIMENTER, 0, struct.pack("!IIIB3xQ", ONF, ROLE_STATUS, SLAVE, 0, generation))
            if other is not self:
                self.rig.moves += 1
            switch.master = self
        elif role != 0 and switch.master is self:
            switch.master = None
        self.role = role or self.role
        self.send(ROLE_REPLY, xid, struct.pack("!I4xQ", self.role, switch.generation))


class Rig:
    def __init__(self, options):
        self.options = options
        self.selector = selectors.DefaultSelector()
        self.switches = [Switch(i + 1) for i in range(options.switches)]
        self.moves = self.refused = 0
        self.folder = tempfile.mkdtemp(prefix="cluster-kills-")
        free = [socket.create_server(("127.0.0.1", 0)) for _ in range(6)]
        numbers = [each.getsockname()[1] for each in free]
        for each in free:
            each.close()
        self.ports = dict(zip("ab", numbers[:2]))
        self.members = dict(zip("ab", numbers[2:4]))
        self.control = dict(zip("ab", numbers[4:]))
        self.processes = {}
        self.triedAt = 0

    def start(self, name):
        path = os.path.join(self.folder, name + ".conf")
        with open(path, "w") as out:
            out.write('maestro.listen = "127.0.0.1:%d"\n' % self.ports[name])
            out.write('maestro.control.listen = "127.0.0.1:%d"\n' % self.control[name])
            out.write('maestro.cluster { self = %s, members { a = "127.0.0.1:%d", b = "127.0.0.1:%d" } }\n'
                      % (name, self.members["a"], self.members["b"]))
            out.write("sequences.s { on = flow-request, run = [learning-switch] }\n")
        log = open(os.path.join(self.folder, name + ".log"), "ab")
        self.processes[name] = subprocess.Popen(
            [os.path.join(ROOT, "maestro"), "run", "--config", path, "--workers", "1"],
            stdout=log, stderr=log, env=dict(os.environ, MAESTRO_JVM_OPTS=self.options.jvm))

    def run(self, until, seconds):
        """Serves the switches until a condition holds; returns the seconds that took."""
        begin = time.monotonic()
        while not until():
            now = time.monotonic()
            if now - begin > seconds:
                raise SystemExit("not within %d s; see %s" % (seconds, self.folder))
            if now - self.triedAt > 0.2:
                self.triedAt = now
                self.connect()
            for key, _ in self.selector.select(0.02):
                key.data.read()
        return time.monotonic() - begin

    def connect(self):
        for name in self.processes:
            for switch in self.switches:
                if name not in switch.sessions:
                    try:
                        Session(self, switch, name)
                    except OSError:
                        break

    def areAll(self, name, role):
        return lambda: all(name in each.sessions and each.sessions[name].role == role for each in self.switches)

    def rest(self, seconds):
        end = time.monotonic() + seconds
        self.run(lambda: time.monotonic() >= end, seconds + 10)

    def kills(self):
        self.start("a")
        self.start("b")
        self.run(lambda: any(self.areAll(name, MASTER)() for name in "ab"), 90)
        active, other = ("a", "b") if self.areAll("a", MASTER)() else ("b", "a")  # who came first
        self.run(self.areAll(other, SLAVE), 90)
        took, loads = [], []
        for i in range(self.options.kills):
            self.rest(4)
            load = os.getloadavg()[0]
            moves = self.moves
            self.processes[active].send_signal(signal.SIGKILL)
            seconds = self.run(self.areAll(other, MASTER), 60)
            self.processes[active].wait()
            took.append(seconds)
            loads.append(load)
            print("kill %d of %s: %.3f s, %d role changes, load %.1f"
                  % (i + 1, active, seconds, self.moves - moves, load), flush=True)
            self.start(active)
            self.run(self.areAll(active, SLAVE), 60)
            active, other = other, active
        took.sort()
        print(json.dumps({"switches": len(self.switches), "kills": len(took), "p50": round(took[len(took) // 2], 3),
                          "max": round(took[-1], 3), "load": [min(loads), max(loads)],
                          "writesRefused": self.refused, "moves": self.moves}))

    def stop(self):
        for each in self.processes.values():
            each.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--switches", type=int, default=79)
    parser.add_argument("--jvm", default="-Xmx200m", help="flags of the controllers' JVMs")
    rig = Rig(parser.parse_args())
    try:
        rig.kills()
    finally:
        rig.stop()


if __name__ == "__main__":
    sys.exit(main())
