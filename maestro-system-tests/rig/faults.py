#!/usr/bin/python3
"""Breaks a network of Open vSwitches at random for a while, and says what the traffic between its hosts lost.

usage (root): faults.py {ring:N|grid:WxH|leafspine:SxL} [--seconds S] [--seed N] [--faults KIND,...] [--json FILE]
                        [--controller COMMAND | --faucet PROGRAM]

Ten hosts, each at a switch of its own if there are enough, send a datagram to each other host five times a second. One
fault follows the other; the seed says which and where. Before each, the paths of all pairs are read from the entries
of the switches (ofproto/trace). A pair is concerned by a fault if its path goes through what fails. The table has, for
each kind of fault: how often, how many pairs were concerned, how long they lost packets, how many packets of other
pairs were lost, and how many arrived twice. The exit code is 1 if another pair lost a packet, or if something circles
at the end, when all hosts are silent.

  cables     one to four cables are pulled, and put back            reload   SIGHUP
  flap       a cable is pulled and put back five times in a row     channel  a switch loses its channel for 1 to 6 s
  silent     a cable loses all frames, while its ports stay up      stop     SIGSTOP of the controller for 5 s
  oneway     the same in one direction                              stopcut  the same, and a cable is pulled meanwhile
  portdown   ovs-ofctl mod-port down                                kill     SIGKILL of the controller, and a start
  noforward  ovs-ofctl mod-port no-forward                          killcut  the same, and a cable is pulled meanwhile
  hostflap   the cable of a host is out for 100 ms                  entries  somebody deletes the entries of a switch
  hostmove   a host moves to another switch                         restart  a switch restarts
  renumber   a switch restarts with other port numbers              daemon   ovs-vswitchd is killed, and started again

COMMAND starts another build of Maestro; it gets "run --config FILE --listen ADDRESS". PROGRAM is Faucet's, which gets a
configuration with this topology as a stack; renumber and reload are left out then, since both change what it is told.
Everything runs in namespaces of its own, and goes with the script.
"""
import argparse
import array
import ctypes
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOSTS = 10
PERIOD_S = 0.2
PORT = 6653
UDP_PORT = 7000
HOST_PORT = 50  # host i is at port 50 + i of its switch, wherever it is
NOTHING_PASSES = "1,6 0 0 2"
FAUCET_LEAVES_OUT = ("renumber", "reload")
LEAST_REST_S, MOST_REST_S = 6, 9
CLONE_NEWNET = 0x40000000


def sh(command, check=True):
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if check and done.returncode:
        raise RuntimeError("%s: %s" % (command, done.stdout[-600:]))
    return done.stdout


def say(*what):
    print("%7.1f" % (time.monotonic() - START), *what, flush=True)


def enter_namespaces():
    if os.environ.get("FAULTS_INSIDE") != "1":
        os.environ["FAULTS_INSIDE"] = "1"
        inside = ["unshare", "-n", "-m", "-p", "-f", "--mount-proc", "--kill-child", sys.executable]
        os.execvp(inside[0], inside + sys.argv)
    sh("mkdir -p /run/netns; mount -t tmpfs none /run/netns; ip link set lo up")
    sh("mount --make-rprivate /; mount -t sysfs sysfs /sys")
    sh("sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1", check=False)


def topology(name):
    """The names of switches, and pairs of names with a cable between them."""
    kind, _, size = name.partition(":")
    if kind == "ring":
        names = ["s%d" % n for n in range(int(size))]
        return names, [(one, names[(n + 1) % len(names)]) for n, one in enumerate(names)]
    one, other = (int(each) for each in size.split("x"))
    if kind == "grid":
        names = ["g%d-%d" % (x, y) for x in range(one) for y in range(other)]
        right = [("g%d-%d" % (x, y), "g%d-%d" % (x + 1, y)) for x in range(one - 1) for y in range(other)]
        up = [("g%d-%d" % (x, y), "g%d-%d" % (x, y + 1)) for x in range(one) for y in range(other - 1)]
        return names, right + up
    if kind == "leafspine":
        spines, leaves = ["spine%d" % n for n in range(one)], ["leaf%d" % n for n in range(other)]
        return spines + leaves, [(spine, leaf) for spine in spines for leaf in leaves]
    sys.exit("found %s; allowed: ring:N, grid:WxH, leafspine:SxL" % name)


class Switches:
    """Bridges of one ovs-vswitchd in a folder, and their cables: pairs of veth devices."""

    def __init__(self, folder, names, pairs):
        self.folder, self.numbers = folder, {name: n for n, name in enumerate(names, 1)}
        os.environ.update({key: folder for key in ("OVS_RUNDIR", "OVS_LOGDIR", "OVS_DBDIR", "OVS_SYSCONFDIR")})
        sh("ovsdb-tool create %s/conf.db /usr/share/openvswitch/vswitch.ovsschema" % folder)
        sh("ovsdb-server %s/conf.db --remote=punix:%s/db.sock --pidfile --log-file --detach" % (folder, folder))
        sh("ovs-vsctl --no-wait init")
        self.start()
        self.ports = {name: {} for name in names}  # of each switch: device -> port number
        self.cables = []  # (switch, device, switch, device)
        for one, other in pairs:
            n = len(self.cables)
            ends = ("c%da" % n, "c%db" % n)
            sh("ip link add %s type veth peer name %s; ip link set %s up; ip link set %s up" % (ends + ends))
            for switch, device in zip((one, other), ends):
                self.ports[switch][device] = len(self.ports[switch]) + 1
            self.cables.append((one, ends[0], other, ends[1]))
        self.hosts = [[self.place_of_host(i, names), "h%d" % i] for i in range(HOSTS)]
        for i, (switch, device) in enumerate(self.hosts):
            self.ports[switch][device] = HOST_PORT + i
            sh("ip netns add n%d; ip link add %s type veth peer name eth0 netns n%d" % (i, device, i))
            sh("ip link set %s up; ip -n n%d link set eth0 address %s" % (device, i, mac(i)))
            sh("ip -n n%d addr add %s/24 dev eth0; ip -n n%d link set eth0 up" % (i, ip(i), i))
            sh("ip netns exec n%d ethtool -K eth0 tx off" % i)
        for name in names:
            self.add(name)

    @staticmethod
    def place_of_host(i, names):
        places = [name for name in names if not name.startswith("spine")]
        return places[i * len(places) // HOSTS]

    def start(self):
        sh("ovs-vswitchd unix:%s/db.sock --pidfile --log-file --detach" % self.folder)

    def kill(self):
        os.kill(self.pid(), signal.SIGKILL)

    def pid(self):
        return int(open(self.folder + "/ovs-vswitchd.pid").read())

    def add(self, name):
        command = "ovs-vsctl -- add-br {0} -- set bridge {0} datapath_type=netdev protocols=OpenFlow13".format(name)
        command += " fail-mode=secure other-config:datapath-id=%016x" % self.numbers[name]
        command += " other-config:disable-in-band=true"
        for device, port in self.ports[name].items():
            command += " -- add-port {0} {1} -- set interface {1} ofport_request={2}".format(name, device, port)
        sh(command)

    def connect(self, name, port=PORT):
        sh("ovs-vsctl set-controller {0} tcp:127.0.0.1:{1} -- set controller {0} max_backoff=1000".format(name, port))

    def entries_of(self, name, command, rest=""):
        return sh("ovs-ofctl -O OpenFlow13 %s unix:%s/%s.mgmt %s" % (command, self.folder, name, rest), check=False)

    def cable(self, n, state):
        sh("ip link set %s %s" % (self.cables[n][1], state))

    def silence(self, n, ends):
        for device in ends:
            sh("tc qdisc add dev %s clsact" % device)
            sh("tc filter add dev %s egress bpf da bytecode '%s'" % (device, NOTHING_PASSES))

    def end_silence(self, n):
        for device in (self.cables[n][1], self.cables[n][3]):
            sh("tc qdisc del dev %s clsact" % device, check=False)

    def move(self, i, name):
        switch, device = self.hosts[i]
        del self.ports[switch][device]
        self.ports[name][device] = HOST_PORT + i
        self.hosts[i][0] = name
        sh("ovs-vsctl del-port %s -- add-port %s %s -- set interface %s ofport_request=%d"
           % (device, name, device, device, HOST_PORT + i))

    def frames(self):
        """So many frames all cables have carried."""
        count = 0
        for cable in self.cables:
            for direction in ("rx", "tx"):
                count += int(open("/sys/class/net/%s/statistics/%s_packets" % (cable[1], direction)).read())
        return count

    def is_connected(self, without):
        neighbours = {name: [] for name in self.ports}
        for n, (one, _, other, _) in enumerate(self.cables):
            if n not in without:
                neighbours[one].append(other)
                neighbours[other].append(one)
        seen, todo = set(), [next(iter(neighbours))]
        while todo:
            each = todo.pop()
            if each not in seen:
                seen.add(each)
                todo += neighbours[each]
        return len(seen) == len(neighbours)

    def paths(self):
        """Of each pair the switches and cables that its packets pass; None if they are not told."""
        devices = {(name, port): device for name, ports in self.ports.items() for device, port in ports.items()}
        across = {}
        for n, (one, device, other, peer) in enumerate(self.cables):
            across[device], across[peer] = (n, other, peer), (n, one, device)
        with Trace("%s/ovs-vswitchd.%d.ctl" % (self.folder, self.pid())) as trace:
            return {(a, b): self.path(a, b, trace, devices, across)
                    for a in range(HOSTS) for b in range(HOSTS) if a != b}

    def path(self, a, b, trace, devices, across):
        switch, device = self.hosts[a]
        passed, cables, vlan = [], [], None
        while switch not in passed:
            passed.append(switch)
            out, vlan = trace.port(switch, self.ports[switch][device], a, b, vlan)
            leaves = devices.get((switch, out))
            if leaves == "h%d" % b:
                return set(passed) | set(cables)
            if leaves not in across:
                return None
            cable, switch, device = across[leaves]
            cables.append(cable)
        return None


class Trace:
    """Asks ovs-vswitchd where entries lead, over its control socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.known = {}

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.socket.close()

    def port(self, switch, in_port, a, b, vlan):
        """The only port by which a packet leaves, and its VLAN then; no port if there are none, or several."""
        key = (switch, in_port, a, b, vlan)
        if key not in self.known:
            flow = "in_port=%d,udp,dl_src=%s,dl_dst=%s,nw_src=%s,nw_dst=%s,udp_src=%d,udp_dst=%d" % (
                in_port, mac(a), mac(b), ip(a), ip(b), UDP_PORT, UDP_PORT)
            said = self.ask("ofproto/trace", switch, flow + (",dl_vlan=" + vlan if vlan else ""))
            out = re.findall(r"^ +output:(\d+)$", said, re.M)
            tag = re.search(r"^Final flow: .*dl_vlan=(\d+)", said, re.M)
            self.known[key] = (int(out[0]) if len(out) == 1 else None, tag and tag.group(1))
        return self.known[key]

    def ask(self, method, *parameters):
        self.socket.sendall(json.dumps({"method": method, "params": parameters, "id": 0}).encode())
        answer = b""
        while True:
            answer += self.socket.recv(1 << 16)
            try:
                return json.loads(answer)["result"] or ""
            except ValueError:
                pass  # the rest of it has not arrived


class Traffic:
    """Datagrams between all hosts: what was sent when, and how often each arrived."""

    def __init__(self):
        self.sent = [array.array("d") for _ in range(HOSTS)]  # by sequence number
        self.got = {(a, b): {} for a in range(HOSTS) for b in range(HOSTS) if a != b}
        self.sockets = [self.socket_of(i) for i in range(HOSTS)]
        self.stopped = False
        self.threads = [threading.Thread(target=each, daemon=True) for each in (self.send, self.receive)]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def socket_of(i):
        libc = ctypes.CDLL(None, use_errno=True)
        own = os.open("/proc/self/ns/net", os.O_RDONLY)
        theirs = os.open("/run/netns/n%d" % i, os.O_RDONLY)
        if libc.setns(theirs, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind((ip(i), UDP_PORT))
        made.setblocking(False)
        libc.setns(own, CLONE_NEWNET)
        os.close(own)
        os.close(theirs)
        return made

    def send(self):
        turn, begun = 0, time.monotonic()
        while not self.stopped:
            time.sleep(max(0, begun + turn * PERIOD_S / HOSTS - time.monotonic()))
            i = turn % HOSTS
            datagram = struct.pack("<HI", i, len(self.sent[i]))
            self.sent[i].append(time.monotonic())
            for b in range(HOSTS):
                if b != i:
                    try:
                        self.sockets[i].sendto(datagram, (ip(b), UDP_PORT))
                    except OSError:
                        pass  # counts as lost: the host could not send it
            turn += 1

    def receive(self):
        poll = select.epoll()
        numbers = {each.fileno(): i for i, each in enumerate(self.sockets)}
        for number in numbers:
            poll.register(number, select.EPOLLIN)
        while not self.stopped or poll.poll(1):
            for number, _ in poll.poll(0.5):
                b = numbers[number]
                try:
                    while True:
                        a, sequence = struct.unpack("<HI", self.sockets[b].recv(64))
                        got = self.got[a, b]
                        got[sequence] = got.get(sequence, 0) + 1
                except OSError:
                    pass

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join()

    def lost(self, pair, since, until):
        """When the lost packets of a pair were sent."""
        got = self.got[pair]
        return [at for n, at in enumerate(self.sent[pair[0]]) if since <= at < until and n not in got]

    def twice(self, pair, since, until):
        got = self.got[pair]
        return sum(got[n] - 1 for n, at in enumerate(self.sent[pair[0]]) if since <= at < until and n in got)


class Controller:
    def __init__(self, command, folder):
        self.command, self.folder, self.process = command, folder, None
        self.log = open(folder + "/controller.log", "ab")

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log, cwd=self.folder)
        while True:
            try:
                socket.create_connection(("127.0.0.1", PORT)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError("the controller ended; see %s/controller.log" % self.folder)
                time.sleep(0.05)

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()


def faucet_configuration(switches):
    lines = ["vlans:", "  all: {vid: 100}", "dps:"]
    for name, number in switches.numbers.items():
        lines += ["  %s:" % name, "    dp_id: %d" % number, "    hardware: Open vSwitch"]
        lines += ["    stack: {priority: 1}"] if number == 1 else []
        lines += ["    lldp_beacon: {send_interval: 1, max_per_interval: 40}", "    interfaces:"]
        for i in range(HOSTS):
            lines.append("      %d: {native_vlan: all}" % (HOST_PORT + i))
        for one, device, other, peer in switches.cables:
            for here, own, there, its in ((one, device, other, peer), (other, peer, one, device)):
                if here == name:
                    lines.append("      %d: {stack: {dp: %s, port: %d}}"
                                 % (switches.ports[here][own], there, switches.ports[there][its]))
    return "\n".join(lines) + "\n"


class Faults:
    """Each method with the name of a kind does one fault, and says by stroke() when, and what is concerned."""

    KINDS = ("cables flap silent oneway portdown noforward hostflap hostmove renumber reload channel stop stopcut kill"
             " killcut entries restart daemon").split()

    def __init__(self, switches, controller, chance):
        self.switches, self.controller, self.chance = switches, controller, chance
        self.strokes = []  # (kind, when, what is concerned of the pairs)
        self.kind = None

    def do(self, kind):
        self.kind = kind
        getattr(self, kind)()
        self.stroke(set(), "rest")

    def stroke(self, pairs, kind=None):
        self.strokes.append((kind or self.kind, time.monotonic(), pairs))

    def via(self, *things):
        return {pair for pair, path in self.switches.paths().items() if path is None or path & set(things)}

    def of_host(self, i):
        return {pair for pair in self.switches.paths() if i in pair}

    def hold(self, least, most):
        time.sleep(self.chance.uniform(least, most))

    def some_cables(self, most=1):
        while True:
            some = self.chance.sample(range(len(self.switches.cables)), self.chance.randint(1, most))
            if self.switches.is_connected(some):
                return some

    def a_switch(self):
        return self.chance.choice(sorted(self.switches.ports))

    def pull(self, cables, pairs):
        self.stroke(pairs)
        for n in cables:
            self.switches.cable(n, "down")

    def put_back(self, cables):
        for n in cables:
            self.switches.cable(n, "up")

    def cables(self):
        some = self.some_cables(4)
        self.pull(some, self.via(*some))
        self.hold(0.3, 8)
        self.put_back(some)

    def flap(self):
        some = self.some_cables()
        for _ in range(5):
            self.pull(some, self.via(*some))
            self.hold(0.2, 1)
            self.put_back(some)
            self.hold(0.2, 1)

    def lose(self, *ends):
        n = self.some_cables()[0]
        self.stroke(self.via(n))
        self.switches.silence(n, [self.switches.cables[n][end] for end in ends])
        self.hold(8, 12)
        self.switches.end_silence(n)

    def silent(self):
        self.lose(1, 3)

    def oneway(self):
        self.lose(self.chance.choice((1, 3)))

    def change_port(self, bad, good):
        n = self.some_cables()[0]
        switch, device = self.switches.cables[n][:2]
        self.stroke(self.via(n))
        self.switches.entries_of(switch, "mod-port", "%s %s" % (device, bad))
        self.hold(4, 8)
        self.switches.entries_of(switch, "mod-port", "%s %s" % (device, good))

    def portdown(self):
        self.change_port("down", "up")

    def noforward(self):
        self.change_port("no-forward", "forward")

    def hostflap(self):
        i = self.chance.randrange(HOSTS)
        self.stroke(self.of_host(i))
        sh("ip link set h%d down; sleep 0.1; ip link set h%d up" % (i, i))

    def hostmove(self):
        i = self.chance.randrange(HOSTS)
        there = self.a_switch()
        if there != self.switches.hosts[i][0]:
            self.stroke(self.of_host(i))
            self.switches.move(i, there)

    def again(self, name, ports):
        self.stroke(self.via(name))
        sh("ovs-vsctl del-br " + name)
        self.switches.ports[name] = ports
        self.switches.add(name)
        self.switches.connect(name)

    def restart(self):
        name = self.a_switch()
        self.again(name, self.switches.ports[name])

    def renumber(self):
        name = self.a_switch()
        ports = self.switches.ports[name]
        cables = [device for device in ports if device.startswith("c")]
        numbers = [ports[device] for device in cables]
        self.chance.shuffle(numbers)
        self.again(name, {**ports, **dict(zip(cables, numbers))})

    def reload(self):
        self.stroke(set())
        self.controller.signal(signal.SIGHUP)

    def channel(self):
        name = self.a_switch()
        self.stroke(set())
        self.switches.connect(name, 9)  # nobody listens there
        self.hold(1, 6)
        self.switches.connect(name)

    def stop(self):
        self.stroke(set())
        self.controller.signal(signal.SIGSTOP)
        time.sleep(5)
        self.controller.signal(signal.SIGCONT)

    def stopcut(self):
        some = self.some_cables()
        pairs = self.via(*some)
        self.controller.signal(signal.SIGSTOP)
        self.pull(some, pairs)
        time.sleep(5)
        self.stroke(pairs)
        self.controller.signal(signal.SIGCONT)
        self.hold(5, 8)
        self.put_back(some)

    def kill(self):
        self.stroke(set())
        self.controller.kill()
        self.hold(0.5, 3)
        self.controller.start()

    def killcut(self):
        some = self.some_cables()
        pairs = self.via(*some)
        self.controller.kill()
        self.pull(some, pairs)
        self.controller.start()
        self.stroke(pairs)
        self.hold(6, 9)
        self.put_back(some)

    def entries(self):
        name = self.a_switch()
        self.stroke(self.via(name))
        self.switches.entries_of(name, "del-flows")

    def daemon(self):
        self.stroke(set(self.switches.paths()))
        self.switches.kill()
        time.sleep(0.3)
        self.switches.start()


def judge(faults, traffic, end):
    """For each kind: the pairs concerned, the seconds that they lost packets, and what others lost."""
    rows, strokes = {}, faults.strokes
    for n, (kind, at, concerned) in enumerate(strokes):
        until = strokes[n + 1][1] if n + 1 < len(strokes) else end
        # what happens in the rest belongs to the fault before it; a packet may be on its way when a cable is pulled
        owner = n if kind != "rest" else n - 1
        kind, pairs = strokes[owner][0], strokes[owner][2]
        row = rows.setdefault(kind, {"faults": 0, "concerned": 0, "away": [], "others_lost": 0, "twice": 0, "who": []})
        row["faults"] += kind != "rest" and owner == n
        row["concerned"] += len(concerned)
        for pair in traffic.got:
            lost = traffic.lost(pair, at - 0.1, until - 0.1)
            row["twice"] += traffic.twice(pair, at - 0.1, until - 0.1)
            if pair in pairs:
                away = max(lost) + PERIOD_S - strokes[owner][1] if lost else 0
                row["away"].append(max(0, away))
            elif lost:
                row["others_lost"] += len(lost)
                row["who"].append((pair, len(lost), round(lost[0] - strokes[owner][1], 1), round(lost[0] - START, 1)))
    return rows


def show(rows):
    print("| fault | times | pairs concerned | median s | p99 s | longest s | lost by others | twice |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for kind in Faults.KINDS:
        if kind in rows:
            row = rows[kind]
            away = sorted(row["away"]) or [0]
            print("| `%s` | %d | %d | %.1f | %.1f | %.1f | %d | %d |" % (
                kind, row["faults"], row["concerned"], statistics.median(away), away[int(len(away) * 0.99)], away[-1],
                row["others_lost"], row["twice"]))


def mac(i):
    return "02:00:00:00:00:%02x" % (i + 1)


def ip(i):
    return "10.77.0.%d" % (i + 1)


def options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("topology")
    parser.add_argument("--seconds", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default="")
    parser.add_argument("--controller", default=ROOT + "/maestro")
    parser.add_argument("--faucet")
    parser.add_argument("--json")
    return parser.parse_args()


def main():
    given = options()
    left_out = FAUCET_LEAVES_OUT if given.faucet else ()
    kinds = given.faults.split(",") if given.faults else [each for each in Faults.KINDS if each not in left_out]
    unknown = sorted(set(kinds) - set(Faults.KINDS))
    if unknown:
        sys.exit("found %s; allowed: %s" % (", ".join(unknown), ", ".join(Faults.KINDS)))
    enter_namespaces()
    folder = tempfile.mkdtemp(prefix="faults")
    names, pairs = topology(given.topology)
    switches = Switches(folder, names, pairs)
    if given.faucet:
        open(folder + "/faucet.yaml", "w").write(faucet_configuration(switches))
        os.environ.update(FAUCET_CONFIG=folder + "/faucet.yaml", FAUCET_LOG=folder + "/faucet.log",
                          FAUCET_EXCEPTION_LOG=folder + "/exceptions.log",
                          PATH=os.path.dirname(given.faucet) + ":" + os.environ["PATH"])
        command = [given.faucet, "--ryu-ofp-tcp-listen-port=%d" % PORT]
    else:
        command = [given.controller, "run", "--config", ROOT + "/config/routing.conf", "--listen",
                   "127.0.0.1:%d" % PORT]
    controller = Controller(command, folder)
    controller.start()
    for name in names:
        switches.connect(name)
    say("%d switches, %d cables, %d hosts; seed %d; in %s" % (len(names), len(pairs), HOSTS, given.seed, folder))
    traffic = Traffic()
    time.sleep(30)
    untold = sum(path is None for path in switches.paths().values())
    say("%d of %d pairs have no path by entries yet" % (untold, len(traffic.got)))
    faults = Faults(switches, controller, random.Random(given.seed))
    chance, end = random.Random(given.seed + 1), time.monotonic() + given.seconds
    while time.monotonic() < end:
        kind = chance.choice(kinds)
        say(kind)
        faults.do(kind)
        time.sleep(chance.uniform(LEAST_REST_S, MOST_REST_S))
    time.sleep(4)
    ended = time.monotonic()
    broken = sorted(pair for pair, path in switches.paths().items() if path is None)
    time.sleep(1)
    traffic.stop()
    before = switches.frames()
    time.sleep(5)
    silent = (switches.frames() - before) / 5 / len(pairs)
    controller.kill()
    rows = judge(faults, traffic, ended)
    show(rows)
    say("pairs without a path by entries at the end: %s" % (broken or "none"))
    say("frames a second and cable when all hosts are silent: %.1f" % silent)
    for kind, row in rows.items():
        if row["who"]:
            say("%s, others: (pair, lost, seconds after the fault, and in all)" % kind, row["who"][:20])
    if given.json:
        with open(given.json, "w") as file:
            json.dump({"topology": given.topology, "seed": given.seed, "seconds": given.seconds, "faults": rows,
                       "framesWhenSilent": silent, "withoutPath": broken}, file)
    is_right = not any(row["others_lost"] for row in rows.values()) and silent < 20
    if is_right:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(not is_right)


START = time.monotonic()
if __name__ == "__main__":
    main()
