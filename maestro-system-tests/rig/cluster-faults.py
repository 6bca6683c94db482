#!/usr/bin/env python3
"""What goes wrong in a cluster of two to five controllers, again and again, and how long each switch feels it.

    maestro-system-tests/rig/cluster-faults.py kills --times 100     the active controller is killed, and comes back
    maestro-system-tests/rig/cluster-faults.py stops --times 20      it is stopped (SIGSTOP), and goes on 5 s later
    maestro-system-tests/rig/cluster-faults.py cuts --members 3      members are cut from each other, not from switches
    maestro-system-tests/rig/cluster-faults.py claims --times 25     two members claim many Open vSwitches at once
    maestro-system-tests/rig/cluster-faults.py answers --times 2     kills, and who answered the emulator's requests
    maestro-system-tests/rig/cluster-faults.py strangers             who is no member knocks at the members' port
    maestro-system-tests/rig/cluster-faults.py pings                 hosts ping through Open vSwitch, kills and stops
    maestro-system-tests/rig/cluster-faults.py cost                  memory, threads and processor time of a member
    maestro-system-tests/rig/cluster-faults.py starts                a controller alone, with and without the jar

The switches are in this process: each connects to all controllers and does with roles what OpenFlow 1.3 demands. They
send PACKET_INs to their master (--rate). A switch without a master is counted from when it has lost it until it has
given the role to another one. The next fault comes 4 s after all is as before. Members are processes of ./maestro on
loopback; for cuts each is in a network namespace, with TLS. Cuts, claims and pings need root and a network of their
own. Prints a line for each fault, with the load of the machine, and a summary as JSON.
"""
import argparse
import contextlib
import ctypes
import json
import os
import re
import selectors
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HELLO, ERROR, ECHO, ECHOED, EXPERIMENTER, FEATURES, FEATURED, PACKET_IN = 0, 1, 2, 3, 4, 5, 6, 10
STATS, STATS_REPLY, BARRIER, BARRIERED, ROLE, ROLE_REPLY = 18, 19, 20, 21, 24, 25
EQUAL, MASTER, SLAVE = 1, 2, 3
NONE = 2 ** 64 - 1
PORT_DESC = 13
ONF, ROLE_STATUS = 0x4F4E4600, 1911
WRITES = {13: "PACKET_OUT", 14: "FLOW_MOD", 15: "GROUP_MOD", 16: "PORT_MOD", 17: "TABLE_MOD", 29: "METER_MOD"}
REST_S = 4
MUTE = 100


class Switch:
    def __init__(self, rig, dpid):
        self.rig = rig
        self.dpid = dpid
        self.generation = NONE
        self.master = None
        self.sessions = {}
        self.without = None  # since when it has no master
        self.asked = 0

    def give(self, session):
        """Another master, or none."""
        now = time.monotonic()
        if session is None:
            self.without = now
        elif self.without is not None:
            self.rig.gaps.append(now - self.without)
            self.without = None
        self.master = session

    def ask(self):
        """Sends a PACKET_IN to the master."""
        self.asked += 1
        if self.master is not None:
            a, b = self.asked % 16, (self.asked + 1) % 16
            frame = struct.pack("!6B6BH46x", 2, 0, 0, 0, 0, b, 2, 0, 0, 0, 0, a, 0x0800)
            match = struct.pack("!HHIIxxxx", 1, 12, 0x80000004, 1 + a % 4)
            body = struct.pack("!IHBBQ", 0xFFFFFFFF, len(frame), 0, 0, 0) + match + b"\0\0" + frame
            self.master.send(PACKET_IN, self.asked, body)


class Session:
    def __init__(self, rig, switch, name):
        self.rig, self.switch, self.name = rig, switch, name
        self.role = EQUAL
        self.bytes = b""
        self.socket = socket.create_connection(rig.listens[name], timeout=1)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        switch.sessions[name] = self
        rig.selector.register(self.socket, selectors.EVENT_READ, self)
        self.send(HELLO, 1, b"")

    def send(self, kind, xid, body):
        try:
            self.socket.sendall(struct.pack("!BBHI", 4, kind, 8 + len(body), xid) + body)
        except BlockingIOError:
            if kind != PACKET_IN:
                self.close()
        except OSError:
            self.close()

    def close(self):
        if self.switch.sessions.get(self.name) is self:
            del self.switch.sessions[self.name]
            self.rig.selector.unregister(self.socket)
            self.socket.close()
            if self.switch.master is self:
                self.switch.give(None)

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
            ports = b"".join(
                struct.pack("!I4x6s2x16sIIIIIIII", 1 + i, bytes((2, 0, 0, 0, 1, i)), b"p%d" % i, 0, 0, 0, 0, 0, 0, 0, 0)
                for i in range(4))
            self.send(STATS_REPLY, xid, struct.pack("!HH4x", what, 0) + (ports if what == PORT_DESC else b""))
        elif kind == ROLE:
            role, generation = struct.unpack("!I4xQ", message[8:24])
            self.asked(xid, role, generation, message)
        elif kind in WRITES and self.role == SLAVE:
            self.rig.refused += 1
            self.send(ERROR, xid, struct.pack("!HH", 1, 10) + message[:64])
        elif kind in WRITES:
            self.rig.written[self.name] = self.rig.written.get(self.name, 0) + 1

    def asked(self, xid, role, generation, message):
        switch = self.switch
        if role in (MASTER, SLAVE):
            if switch.generation != NONE and (generation - switch.generation) % 2 ** 64 >= 2 ** 63:
                return self.send(ERROR, xid, struct.pack("!HH", 11, 0) + message)
            if role == MASTER:
                self.rig.claimed(switch.dpid, generation, self.name)
            switch.generation = generation
        if role == MASTER:
            other = switch.master
            if other is not None and other is not self:
                other.role = SLAVE
                other.send(EXPERIMENTER, 0, struct.pack("!IIIB3xQ", ONF, ROLE_STATUS, SLAVE, 0, generation))
            if other is not self:
                self.rig.moves += 1
                self.rig.taken[self.name] = self.rig.taken.get(self.name, 0) + 1
            switch.give(self)
        elif role != 0 and switch.master is self:
            switch.give(None)
        self.role = role or self.role
        self.send(ROLE_REPLY, xid, struct.pack("!I4xQ", self.role, switch.generation))


class Network:
    """A namespace for each member: one cable to the other members, one to the switches, which nobody cuts."""
    SWITCHES, MEMBERS, WRONG = "10.98.0.", "10.99.0.", "02:de:ad:00:00:01"

    def __init__(self, names):
        self.places = {name: i + 1 for i, name in enumerate(names)}
        self.macs = {}
        ip("link", "set", "lo", "up")
        for bridge in ("members", "switches"):
            ip("link", "add", bridge, "type", "bridge")
            ip("link", "set", bridge, "up")
        ip("addr", "add", self.SWITCHES + "254/24", "dev", "switches")
        for name, place in self.places.items():
            ip("netns", "add", self.space(name))
            for bridge, prefix in (("members", self.MEMBERS), ("switches", self.SWITCHES)):
                here, there = bridge[0] + "-" + name, bridge[0] + "0"
                ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.space(name))
                ip("link", "set", here, "master", bridge)
                ip("link", "set", here, "up")
                ip("-n", self.space(name), "addr", "add", prefix + "%d/24" % place, "dev", there)
                ip("-n", self.space(name), "link", "set", there, "up")
            ip("-n", self.space(name), "link", "set", "lo", "up")
            shown = subprocess.check_output(["ip", "-n", self.space(name), "-j", "link", "show", "m0"])
            self.macs[name] = json.loads(shown)[0]["address"]

    def space(self, name):
        return "mcf%d%s" % (os.getpid(), name)

    def hears(self, one, other, yes):
        """Whether what one sends reaches the other; a wrong address of the link loses it without a word."""
        ip("-n", self.space(one), "neigh", "replace", self.MEMBERS + str(self.places[other]),
           "lladdr", self.macs[other] if yes else self.WRONG, "dev", "m0", "nud", "permanent")

    @contextlib.contextmanager
    def inside(self, name):
        """Sockets that are made meanwhile are in the namespace of a member."""
        libc = ctypes.CDLL(None, use_errno=True)
        own = os.open("/proc/self/ns/net", os.O_RDONLY)
        its = os.open("/run/netns/" + self.space(name), os.O_RDONLY)
        try:
            if libc.setns(its, 0):
                raise OSError(ctypes.get_errno(), "setns")
            yield
        finally:
            libc.setns(own, 0)
            os.close(own)
            os.close(its)

    def stop(self):
        for name in self.places:
            subprocess.run(["ip", "netns", "del", self.space(name)], check=False)


class OpenVSwitch:
    """An Open vSwitch of its own, without bridges."""

    def __init__(self, folder, *options):
        self.environment = dict(os.environ, OVS_RUNDIR=folder, OVS_DBDIR=folder, OVS_LOGDIR=folder)
        ip("link", "set", "lo", "up")
        database = os.path.join(folder, "conf.db")
        self.call("ovsdb-tool", "create", database, "/usr/share/openvswitch/vswitch.ovsschema")
        self.processes = [self.begin("ovsdb-server", database, "--remote=punix:%s/db.sock" % folder)]
        while not os.path.exists(os.path.join(folder, "db.sock")):
            time.sleep(0.05)
        self.call("ovs-vsctl", "--no-wait", "init")
        self.processes.append(self.begin("ovs-vswitchd", "unix:%s/db.sock" % folder, *options))

    def begin(self, *command):
        return subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL)

    def call(self, *command):
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def stop(self):
        for each in reversed(self.processes):
            each.kill()
            each.wait()


class Triangle(OpenVSwitch):
    """Three bridges, each of which has all controllers, and three hosts."""

    def __init__(self, folder, ports):
        super().__init__(folder)
        self.name = "cf%d" % (os.getpid() % 10000)
        self.triangle("up", str(ports[0]), "OpenFlow13")
        for switch in "123":
            bridge = self.name + "s" + switch
            self.call("ovs-vsctl", "set-controller", bridge, *["tcp:127.0.0.1:%d" % port for port in ports])
            for uuid in self.call("ovs-vsctl", "get", "bridge", bridge, "controller").strip("[]\n").split(", "):
                self.call("ovs-vsctl", "set", "controller", uuid, "max_backoff=1000")

    def triangle(self, what, *arguments):
        self.call(os.path.join(ROOT, "maestro-system-tests/rig/triangle.sh"), what, self.name, *arguments)

    def pings(self, host, peer, count, interval):
        return subprocess.Popen(
            ["ip", "netns", "exec", self.name + "h%d" % host, "ping", "-n", "-c", str(count), "-i", str(interval), "-W",
             "2", "10.79.0.%d" % peer], stdout=subprocess.PIPE, text=True)

    def stop(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.triangle("down")
        super().stop()


class Proxy:
    """Where real switches find a member: passes all on, and notes who claims what, and what the switches say to it."""

    def __init__(self, rig, name):
        self.rig, self.name = rig, name
        self.socket = socket.create_server(("127.0.0.1", 0))
        rig.selector.register(self.socket, selectors.EVENT_READ, self)

    def read(self):
        switch = self.socket.accept()[0]
        try:
            member = socket.create_connection(self.rig.listens[self.name], timeout=1)
        except OSError:
            return switch.close()
        dpid = []
        for source, target in ((switch, member), (member, switch)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.rig.selector.register(source, selectors.EVENT_READ, Way(self.rig, self.name, source, target, dpid))


class Way:
    """One direction of a connection through a proxy."""

    def __init__(self, rig, name, source, target, dpid):
        self.rig, self.name, self.source, self.target, self.dpid = rig, name, source, target, dpid
        self.bytes = b""

    def read(self):
        try:
            more = self.source.recv(1 << 16)
            self.target.sendall(more)
        except OSError:
            more = b""
        if not more:
            for each in (self.source, self.target):
                with contextlib.suppress(KeyError, ValueError):
                    self.rig.selector.unregister(each)
                each.close()
        self.bytes += more
        while len(self.bytes) >= 8 and len(self.bytes) >= struct.unpack("!H", self.bytes[2:4])[0]:
            length = struct.unpack("!H", self.bytes[2:4])[0]
            self.note(self.bytes[1], self.bytes[8:length])
            self.bytes = self.bytes[length:]

    def note(self, kind, body):
        if kind == FEATURED:
            self.dpid.append(struct.unpack("!Q", body[:8])[0])
        elif kind == ERROR and body[:4] == struct.pack("!HH", 11, 0):
            self.rig.refused += 1
        elif kind in (ROLE, ROLE_REPLY):
            role, generation = struct.unpack("!I4xQ", body[:16])
            if role == MASTER and kind == ROLE:
                self.rig.claimed(self.dpid[0], generation, self.name)
            elif role == MASTER:
                self.rig.moves += 1
                self.rig.gained[self.dpid[0]] = self.rig.gained.get(self.dpid[0], 0) + 1


def outcome(ping):
    """How many pings were sent and answered, and the number of the first that was answered."""
    text = ping.communicate()[0]
    transmitted, received = re.search(r"(\d+) packets transmitted, (\d+) received", text).groups()
    first = re.search(r"icmp_seq=(\d+) ttl", text)
    return int(transmitted), int(received), int(first.group(1)) if first else int(transmitted) + 1


def ip(*arguments):
    subprocess.run(("ip",) + arguments, check=True)


class Rig:
    def __init__(self, options):
        self.options = options
        self.names = "abcde"[:options.members]
        self.selector = selectors.DefaultSelector()
        hasOwn = options.fault not in ("answers", "claims", "pings")
        self.switches = [Switch(self, i + 1) for i in range(options.switches if hasOwn else 0)]
        self.moves = self.refused = self.tried = self.sent = 0
        self.gaps, self.claims, self.taken, self.written, self.gained, self.mistakes = [], {}, {}, {}, {}, []
        self.folder = tempfile.mkdtemp(prefix="cluster-faults-")
        self.processes = {}
        self.network = Network(self.names) if options.fault == "cuts" else None
        self.tls = options.fault in ("cuts", "strangers") or options.tls
        if self.network:
            places = self.network.places
            self.listens = {name: (Network.SWITCHES + str(places[name]), 6653) for name in self.names}
            self.meets = {name: (Network.MEMBERS + str(places[name]), 6660) for name in self.names}
            self.controls = {name: ("127.0.0.1", 9653) for name in self.names}
        else:
            free = [socket.create_server(("127.0.0.1", 0)) for _ in range(3 * len(self.names))]
            places = iter([each.getsockname() for each in free])
            for each in free:
                each.close()
            self.listens, self.meets, self.controls = ({name: next(places) for name in self.names} for _ in range(3))
            for place, name in enumerate(self.names, 1):  # each has an address of its own
                self.meets[name] = ("127.0.0.%d" % place, self.meets[name][1])
        if self.tls:
            self.certify()

    def wrong(self, text):
        self.mistakes.append(text)
        print("WRONG: " + text, flush=True)

    def claimed(self, dpid, generation, name):
        other = self.claims.setdefault((dpid, generation), name)
        if other != name:
            self.wrong("%s and %s claim generation %x of switch %d" % (other, name, generation, dpid))

    # ---- members ----

    def certify(self):
        for ca in ("ours", "other"):
            self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                         ca + ".key", "-out", ca + ".pem", "-days", "2", "-subj", "/CN=" + ca)
        for name in self.names:
            self.certificate(name, name, "ours")

    def certificate(self, file, name, ca):
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                     file + "-key.pem", "-out", file + ".csr", "-subj", "/CN=" + name)
        self.openssl("x509", "-req", "-in", file + ".csr", "-CA", ca + ".pem", "-CAkey", ca + ".key",
                     "-CAcreateserial", "-days", "2", "-out", file + "-cert.pem")

    def openssl(self, *arguments):
        subprocess.run(("openssl",) + arguments, cwd=self.folder, check=True, capture_output=True)

    def start(self, name, certificate=None, log=None):
        path = os.path.join(self.folder, name + ".conf")
        with open(path, "w") as out:
            out.write('maestro.listen = "%s:%d"\n' % self.listens[name])
            out.write('maestro.control.listen = "%s:%d"\n' % self.controls[name])
            out.write("maestro.cluster {\n  self = %s\n" % name)
            for each in self.names:
                blind = self.options.fault == "claims" and each != name
                out.write('  members.%s = "%s:%d"\n' % ((each,) + (("127.0.0.9", 9) if blind else self.meets[each])))
            if self.options.witness:
                out.write("  witnesses = [%s]\n" % self.names[-1])
            if self.tls:
                out.write('  tls { private-key = "%s-key.pem", certificate = "%s-cert.pem", ca-certificates = '
                          '"ours.pem" }\n' % (certificate or name, certificate or name))
            out.write("}\n")
            if self.options.fault == "pings":
                out.write('include file("%s/config/routing.conf")\n' % ROOT)
                out.write('maestro.listen = "%s:%d"\n' % self.listens[name])
            else:
                out.write("sequences.s { on = flow-request, run = [learning-switch] }\n")
        command = [os.path.join(ROOT, "maestro"), "run", "--config", path, "--workers", "1"]
        if self.network:
            command = ["ip", "netns", "exec", self.network.space(name)] + command
        with open(os.path.join(self.folder, (log or name) + ".log"), "ab") as out:
            self.processes[name] = subprocess.Popen(
                command, stdout=out, stderr=out, env=dict(os.environ, MAESTRO_JVM_OPTS=self.options.jvm))

    def end(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def get(self, name, path, put=""):
        """What a member answers, or says to a change; None while it does not."""
        where = self.network.inside(name) if self.network else contextlib.nullcontext()
        try:
            with where:
                link = socket.create_connection(self.controls[name], timeout=20 if put else 1)
            with link:
                link.sendall(("%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                              "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                              % ("PUT" if put else "GET", path, len(put), put)).encode())
                answer = b""
                while True:
                    more = link.recv(1 << 16)
                    if not more:
                        break
                    answer += more
            return json.loads(answer.split(b"\r\n\r\n", 1)[1])
        except (OSError, ValueError, IndexError):
            return None

    def sees(self, name):
        """The members that a member sees, its coordinator and the number of its view."""
        cluster = self.get(name, "/v1/cluster")
        if cluster is None or not cluster.get("isConfigured"):
            return None
        present = [each["name"] for each in cluster["members"] if each["isPresent"]]
        return tuple(present), cluster["coordinator"], cluster["view"]

    def isInView(self, name):
        seen = self.sees(name)
        return seen is not None and name in seen[0]

    def isOneView(self):
        seen = {self.sees(name) for name in self.names}
        return len(seen) == 1 and None not in seen and len(next(iter(seen))[0]) == len(self.names)

    # ---- time ----

    def run(self, until, seconds, every=0.0):
        """Serves the switches until a condition holds, asked each time or so often; returns the seconds that took."""
        begin, asked = time.monotonic(), 0
        while True:
            now = time.monotonic()
            if now - asked >= every:
                asked = now
                if until():
                    return time.monotonic() - begin
            if now - begin > seconds:
                raise SystemExit("not within %d s; see %s" % (seconds, self.folder))
            if now - self.tried > 0.2:
                self.tried = now
                self.connect()
            if self.options.rate and now - self.sent > 1 / self.options.rate:
                self.sent = now
                for switch in self.switches:
                    switch.ask()
            for key, _ in self.selector.select(0.01):
                key.data.read()

    def connect(self):
        for name in self.processes:
            if self.isServing(name):
                for switch in self.switches:
                    if name not in switch.sessions:
                        try:
                            Session(self, switch, name)
                        except OSError:
                            break

    def isServing(self, name):
        return not (self.options.witness and name == self.names[-1])

    def move(self, name):
        self.get(name, "/v1/cluster/move", json.dumps({"to": name}))

    def areAll(self, name, role):
        return lambda: all(name in each.sessions and each.sessions[name].role == role for each in self.switches)

    def areServed(self, without=None):
        return lambda: all(each.master is not None and each.master.name != without for each in self.switches)

    def rest(self, seconds):
        end = time.monotonic() + seconds
        self.run(lambda: time.monotonic() >= end, seconds + 10)

    def begin(self):
        for name in self.names:
            self.start(name)
        self.run(self.isOneView, 120, 0.2)
        self.run(self.areServed(), 90)
        self.rest(2)

    def active(self):
        return max(self.names, key=lambda name: sum(each.master.name == name for each in self.switches))

    def standbys(self, active):
        return [name for name in self.names if name != active and self.isServing(name)]

    def forget(self):
        self.gaps.clear()
        self.taken.clear()

    # ---- faults ----

    def kills(self):
        """Kills the active one; how long until all switches have another master."""
        self.begin()
        took, loads = [], []
        for i in range(self.options.times):
            self.rest(REST_S)
            active, load, moves = self.active(), os.getloadavg()[0], self.moves
            self.forget()
            self.processes[active].send_signal(signal.SIGKILL)
            took.append(self.run(self.areServed(active), 60))
            loads.append(load)
            self.end(active)
            print("kill %d of %s: %.3f s, %d role changes, load %.1f"
                  % (i + 1, active, took[-1], self.moves - moves, load), flush=True)
            self.start(active)
            self.run(self.areAll(active, SLAVE), 90)
        return dict(switches=len(self.switches), kills=len(took), **spread("seconds", took), load=[min(loads), max(loads)])

    def stops(self):
        """Stops the active one, and lets it go on; how long until another has all, and until it knows."""
        self.begin()
        took, known, one, loads = [], [], [], []
        for i in range(self.options.times):
            self.rest(REST_S)
            active, load, refused = self.active(), os.getloadavg()[0], self.refused
            self.forget()
            pids = children(self.processes[active].pid)
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
            took.append(self.run(self.areServed(active), 60))
            self.rest(max(0, self.options.stop - took[-1]))
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
            known.append(self.run(lambda: self.roles(active) == {"standby"}, 60, 0.02))
            one.append(known[-1] + self.run(self.isOneView, 60, 0.1))
            loads.append(load)
            print("stop %d of %s: %.3f s; it knows %.3f s after SIGCONT, one view after %.3f s; %d writes refused, load %.1f"
                  % (i + 1, active, took[-1], known[-1], one[-1], self.refused - refused, load), flush=True)
        return dict(switches=len(self.switches), stops=len(took), **spread("seconds", took), **spread("knows", known),
                    **spread("oneView", one), load=[min(loads), max(loads)])

    def roles(self, name):
        answer = self.get(name, "/v1/switches")
        return {each["role"] for each in answer["switches"]} if answer else None

    def cuts(self):
        """Nine kinds of cuts between three members, seven seconds each."""
        self.begin()
        for one in self.names:
            for other in self.names:
                if one != other:
                    self.network.hears(one, other, True)
        results = []
        for turn in range(self.options.times):
            for what, cut in KINDS.items():
                if self.options.kind not in what:
                    continue
                self.rest(REST_S)
                x = self.sees(self.names[0])[1]
                y, z = [name for name in self.names if name != x][:2]
                pairs = cut(x, y, z)
                if self.options.active:
                    name = dict(x=x, y=y, z=z)[self.options.active]
                    self.move(name)
                    self.run(self.areAll(name, MASTER), 30)
                    self.rest(REST_S)
                active, load = self.active(), os.getloadavg()[0]
                self.forget()
                moves = self.moves
                for one, other in pairs:
                    self.network.hears(one, other, False)
                self.rest(7)
                during, taken = self.moves - moves, dict(self.taken)
                longest = max(self.gaps, default=0)
                for one, other in pairs:
                    self.network.hears(one, other, True)
                took = self.run(self.isOneView, 120, 0.1)
                self.rest(3)
                after = self.moves - moves - during
                served = sum(each.master is not None for each in self.switches)
                print("%s, coordinator %s, active %s: %d moves in the cut %s, longest without a master %.3f s; one view"
                      " %.3f s after the heal, %d moves then, %d of %d switches served, load %.1f"
                      % (what, x, active, during, taken, longest, took, after, served, len(self.switches), load), flush=True)
                results.append((what, during, longest, took, after))
        return dict(cuts=len(results), **spread("oneView", [each[3] for each in results]),
                    movesInCut=sum(each[1] for each in results), movesAfter=sum(each[4] for each in results),
                    longestWithoutMaster=round(max(each[2] for each in results), 3))

    def strangers(self):
        """Nobody else gets in, and the members do not notice."""
        first, other = self.names[:2]
        self.start(first)
        self.run(lambda: self.isInView(first), 90, 0.2)
        before = self.sees(first)
        self.certificate("foreign", other, "other")
        self.certificate("misnamed", "stranger", "ours")
        self.certificate("thief", first, "ours")
        for what in ("foreign", "misnamed", "thief"):
            self.start(other, what, what)
            self.run(lambda: self.isInView(other), 90, 0.2)
            self.rest(8)
            self.judge(what, before, first)
            self.end(other)
        plain = socket.create_connection(self.meets[first])
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        context = ssl._create_unverified_context()
        with contextlib.suppress(OSError):
            context.wrap_socket(socket.create_connection(self.meets[first])).recv(1)
        self.judge("no certificate", before, first)
        mute = [socket.create_connection(self.meets[first]) for _ in range(MUTE)]
        self.start(other)
        self.run(lambda: self.sees(other) is not None, 90, 0.02)
        took = self.run(lambda: self.isInView(other) and self.sees(first)[0] == self.sees(other)[0] == (first, other), 60, 0.05)
        for each in mute + [plain]:
            each.close()
        print("a true member joins beside %d mute connections %.3f s after it answers" % (MUTE, took), flush=True)
        return dict(joinedBesideMute=round(took, 3))

    def pings(self):
        """Hosts of a triangle of Open vSwitches ping each other, through entries that are there, and a new pair."""
        vswitch = Triangle(self.folder, [port for _, port in self.listens.values()])
        try:
            for name in self.names:
                self.start(name)
            self.run(lambda: len(self.masters()) == 1, 120, 0.2)
            self.rest(8)  # links are found
            for host, peer in ((1, 2), (1, 3), (2, 1), (3, 1), (2, 3), (3, 2)):
                vswitch.pings(host, peer, 5, 0.2).wait()  # where hosts are is learned
            lost, sent, first = {}, {}, {}
            for i in range(self.options.times):
                for how in ("kill", "stop"):
                    self.rest(12)  # the entries between 2 and 3 have timed out
                    active = self.masters()[0]
                    known = [vswitch.pings(1, peer, 300, 0.05) for peer in (2, 3)]
                    self.rest(3)
                    pids, load = children(self.processes[active].pid), os.getloadavg()[0]
                    for pid in pids:
                        os.kill(pid, signal.SIGKILL if how == "kill" else signal.SIGSTOP)
                    fresh = vswitch.pings(2, 3, 80, 0.1)
                    self.run(lambda: self.masters(without=active) != [], 60, 0.02)
                    self.rest(4)
                    if how == "kill":
                        self.end(active)
                        self.start(active)
                    else:
                        for pid in pids:
                            os.kill(pid, signal.SIGCONT)
                    for each in known:
                        transmitted, received, _ = outcome(each)
                        sent[how] = sent.get(how, 0) + transmitted
                        lost[how] = lost.get(how, 0) + transmitted - received
                    waited = outcome(fresh)[2] * 0.1
                    first.setdefault(how, []).append(waited)
                    print("%s %d of %s: %d of %d pings lost so far, a new pair waits %.1f s, load %.1f"
                          % (how, i + 1, active, lost[how], sent[how], waited, load), flush=True)
                    self.run(lambda: self.roles(active) == {"standby"}, 90, 0.2)
            return dict(sent=sent, lost=lost, newPairWaits={how: max(each) for how, each in first.items()})
        finally:
            vswitch.stop()

    def masters(self, without=None):
        """The members that are masters of all switches."""
        return [name for name in self.names
                if name != without and self.roles(name) == {"master"}
                and len(self.get(name, "/v1/switches")["switches"]) == 3]

    def judge(self, what, before, name):
        now = self.sees(name)
        if now != before:
            self.wrong("%s: the view was %s and is %s" % (what, before, now))
        else:
            print("%s: no view change" % what, flush=True)

    def claims_at_once(self):
        """Members that do not see each other meet new switches at once, and each claims all of them."""
        vswitch = OpenVSwitch(self.folder, "--enable-dummy=override", "--disable-system")
        try:
            for name in self.names:
                self.start(name)
            self.run(lambda: all(self.isInView(name) for name in self.names), 90, 0.2)
            self.rest(REST_S)
            controllers = ["tcp:127.0.0.1:%d" % Proxy(self, name).socket.getsockname()[1] for name in self.names]
            contested = most = 0
            for turn in range(self.options.times):
                dpids = range(turn * self.options.switches + 1, (turn + 1) * self.options.switches + 1)
                add, remove = ["ovs-vsctl"], ["ovs-vsctl"]
                for dpid in dpids:
                    bridge = "br%d" % dpid
                    add += ["--", "add-br", bridge, "--", "set", "bridge", bridge, "protocols=OpenFlow13",
                            "fail-mode=secure", "other-config:datapath-id=%016x" % dpid,
                            "--", "set-controller", bridge] + controllers
                    remove += ["--", "del-br", bridge]
                making = vswitch.begin(*add)
                self.run(lambda: making.poll() is not None
                         and all(set(dpids) <= set(self.roleOf(name)) for name in self.names), 90, 0.2)
                self.rest(1)
                roles = [self.roleOf(name) for name in self.names]
                claimants = {dpid: {who for (of, _), who in self.claims.items() if of == dpid} for dpid in dpids}
                contested += sum(len(each) == 2 for each in claimants.values())
                for dpid in dpids:
                    most = max(most, self.gained.get(dpid, 0))
                    if [each[dpid] for each in roles].count("master") != 1 or not 1 <= self.gained.get(dpid, 0) <= 2:
                        self.wrong("switch %d is %s, after %d role changes"
                                   % (dpid, [each[dpid] for each in roles], self.gained.get(dpid, 0)))
                print("round %d: %d of %d switches were claimed by both so far, load %.1f"
                      % (turn + 1, contested, dpids[-1], os.getloadavg()[0]), flush=True)
                self.claims.clear()
                removing = vswitch.begin(*remove)
                self.run(lambda: removing.poll() is not None, 90)
            return dict(switches=dpids[-1], claimedByBoth=contested, mostRoleChanges=most)
        finally:
            vswitch.stop()

    def roleOf(self, name):
        answer = self.get(name, "/v1/switches")
        return {int(each["dpid"].replace(":", ""), 16): each["role"] for each in answer["switches"]} if answer else {}

    def answers(self):
        """The switches of the emulator have both controllers; who answered while the active one was killed."""
        self.begin()
        command = [os.path.join(ROOT, "maestro"), "emulate", "--no-progress", "--set", "load=rate",
                   "--set", "rates.total=2k", "--set", "network.switches=%d" % self.options.switches,
                   "--duration", "%ds" % (25 * self.options.times), "--out", os.path.join(self.folder, "answers")]
        for name in self.names:
            command += ["--controller", "%s:%d" % self.listens[name]]
        emulator = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.run(lambda: self.serving() is not None, 60, 0.1)
        for i in range(self.options.times):
            self.rest(REST_S)
            active = self.serving()
            for pid in children(self.processes[active].pid):
                os.kill(pid, signal.SIGKILL)
            print("kill %d of %s, load %.1f" % (i + 1, active, os.getloadavg()[0]), flush=True)
            self.end(active)
            self.start(active)
            self.run(lambda: self.serving() not in (None, active) and self.roles(active) == {"standby"}, 90, 0.1)
        said = emulator.communicate()[0]
        print(said, flush=True)
        byTwo, byNobody = re.search(r"([\d,]+) answers by a second controller, ([\d,]+) requests", said).groups()
        if byTwo != "0":
            self.wrong(byTwo + " answers by a second controller")
        return dict(switches=self.options.switches, kills=self.options.times, byTwo=byTwo, byNobody=byNobody)

    def serving(self):
        """The member that is master of all switches; None when there is none."""
        for name in self.names:
            roles = self.roleOf(name)
            if len(roles) >= self.options.switches and set(roles.values()) == {"master"}:  # one more probes
                return name
        return None

    def starts(self):
        """From the command to the line that it listens, in turn with the module's jar beside its own and without."""
        took = {"with": [], "without": []}
        for kind in took:
            for place in ("bin", "lib"):
                os.makedirs(os.path.join(self.folder, kind, place))
            shutil.copy(os.path.join(ROOT, "maestro"), os.path.join(self.folder, kind, "bin"))
            shutil.copytree(os.path.join(ROOT, "maestro-core/target/apps"), os.path.join(self.folder, kind, "apps"))
            for jar in ("maestro.jar", "maestro-cluster.jar")[:2 if kind == "with" else 1]:
                shutil.copy(os.path.join(ROOT, "maestro-core/target", jar), os.path.join(self.folder, kind, "lib"))
        for turn in range(-2, self.options.times):  # the first starts record what later ones load
            for kind in took:
                command = [os.path.join(self.folder, kind, "bin/maestro"), "run", "--listen", "127.0.0.1:0",
                           "--config", os.path.join(ROOT, "config/learning-switch.conf"),
                           "--set", "maestro.control.listen=127.0.0.1:0"]
                begin = time.monotonic()
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
                if not process.stdout.readline().startswith("maestro: listening"):
                    raise SystemExit("it does not listen; see %s" % self.folder)
                if turn >= 0:
                    took[kind].append(time.monotonic() - begin)
                time.sleep(1 if turn >= 0 else 10)
                process.terminate()
                process.communicate()
        least = {kind + "Least": round(min(took[kind]), 3) for kind in took}
        return dict(least, load=os.getloadavg()[0], **spread("with", took["with"]), **spread("without", took["without"]))

    def cost(self):
        """What a member takes more than a controller alone."""
        found = {}
        for kind in ("alone", "member"):
            for name in self.names if kind == "member" else self.names[:1]:
                self.start(name)
                if kind == "alone":
                    self.end(name)
                    path = os.path.join(self.folder, "alone.conf")
                    with open(path, "w") as out:
                        out.write('maestro.listen = "%s:%d"\n' % self.listens[name])
                        out.write("sequences.s { on = flow-request, run = [learning-switch] }\n")
                    with open(os.path.join(self.folder, "alone.log"), "ab") as log:
                        self.processes[name] = subprocess.Popen(
                            [os.path.join(ROOT, "maestro"), "run", "--config", path, "--workers", "1"], stdout=log,
                            stderr=log, env=dict(os.environ, MAESTRO_JVM_OPTS=self.options.jvm))
            self.run(self.areServed() if kind == "member" else self.areAll(self.names[0], EQUAL), 90)
            self.rest(15)
            pids = {name: children(each.pid)[-1] for name, each in self.processes.items()}
            used = {name: ticks(pid) for name, pid in pids.items()}
            self.rest(30)
            for name, pid in pids.items():
                found["%s %s" % (kind, name)] = dict(
                    rssMiB=int(status(pid, "VmRSS")) // 1024, threads=int(status(pid, "Threads")),
                    cpuPercent=round((ticks(pid) - used[name]) / os.sysconf("SC_CLK_TCK") / 30 * 100, 2))
            for name in list(self.processes):
                self.end(name)
        for each, values in found.items():
            print(each, values, flush=True)
        return found

    def stop(self):
        for each in self.processes.values():
            for pid in children(each.pid):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            each.wait()
        if self.network:
            self.network.stop()


KINDS = {
    "the coordinator alone": lambda x, y, z: [(x, y), (y, x), (x, z), (z, x)],
    "the last one alone": lambda x, y, z: [(z, y), (y, z), (x, z), (z, x)],
    "the coordinator is not heard": lambda x, y, z: [(x, y), (x, z)],
    "the coordinator hears nobody": lambda x, y, z: [(y, x), (z, x)],
    "the last one is not heard": lambda x, y, z: [(z, x), (z, y)],
    "the link between the first two": lambda x, y, z: [(x, y), (y, x)],
    "the link between the last two": lambda x, y, z: [(y, z), (z, y)],
    "the last one does not hear the coordinator": lambda x, y, z: [(x, z)],
    "all from all": lambda x, y, z: [(one, other) for one in (x, y, z) for other in (x, y, z) if one != other],
}


def spread(name, values):
    ordered = sorted(values)
    return {name + "P50": round(ordered[len(ordered) // 2], 3),
            name + "P99": round(ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 3),
            name + "Max": round(ordered[-1], 3)}


def children(pid):
    """A process and all below it; the last one is the controller."""
    found = [pid]
    for task in os.listdir("/proc/%d/task" % pid):
        with contextlib.suppress(OSError), open("/proc/%d/task/%s/children" % (pid, task)) as text:
            for each in text.read().split():
                found += children(int(each))
    return found


def status(pid, key):
    with open("/proc/%d/status" % pid) as text:
        return next(line.split()[1] for line in text if line.startswith(key + ":"))


def ticks(pid):
    with open("/proc/%d/stat" % pid) as text:
        fields = text.read().rsplit(") ", 1)[1].split()
    return int(fields[11]) + int(fields[12])


FAULTS = {"kills": Rig.kills, "stops": Rig.stops, "cuts": Rig.cuts, "claims": Rig.claims_at_once,
          "answers": Rig.answers, "strangers": Rig.strangers, "pings": Rig.pings, "cost": Rig.cost,
          "starts": Rig.starts}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("fault", choices=FAULTS)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--members", type=int, default=0, help="2 to 5; 3 for cuts, else 2")
    parser.add_argument("--kind", default="", help="a part of the name of the cuts that are made")
    parser.add_argument("--active", choices="xyz", help="who is active before each cut; x coordinates, z is the last")
    parser.add_argument("--witness", action="store_true", help="the last member is a witness")
    parser.add_argument("--switches", type=int, default=79)
    parser.add_argument("--rate", type=float, default=5, help="PACKET_INs of each switch a second")
    parser.add_argument("--stop", type=float, default=5, help="seconds for which a member is stopped")
    parser.add_argument("--tls", action="store_true", help="members speak TLS")
    parser.add_argument("--jvm", default="-Xmx200m", help="flags of the controllers' JVMs")
    options = parser.parse_args()
    options.members = options.members or (3 if options.fault == "cuts" else 2)
    if options.fault in ("cuts", "claims", "pings"):
        if os.geteuid() != 0:
            print("skipped: network namespaces need root")
            return 0
        if "MAESTRO_FAULTS" not in os.environ:
            os.environ["MAESTRO_FAULTS"] = "in a network of its own"
            os.execvp("unshare", ["unshare", "--net", sys.executable] + sys.argv)
    rig = Rig(options)
    try:
        found = FAULTS[options.fault](rig)
        print(json.dumps(dict(found, members=options.members, witness=options.witness, tls=rig.tls,
                              writesRefused=rig.refused, moves=rig.moves, mistakes=len(rig.mistakes))))
        return 1 if rig.mistakes else 0
    finally:
        rig.stop()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))
    sys.exit(main())
