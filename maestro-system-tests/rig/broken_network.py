"""A network of Open vSwitches and hosts in namespaces, its traffic, and its controller: what faults.py breaks."""
import array
import ctypes
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

HOSTS = 10
PERIOD_S = 0.2
PORT = 6653
UDP_PORT = 7000
HOST_PORT = 50  # host i is at port 50 + i of its switch, wherever it is
NOTHING_PASSES = "1,6 0 0 2"
CLONE_NEWNET = 0x40000000


def sh(command, check=True):
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if check and done.returncode:
        raise RuntimeError("%s: %s" % (command, done.stdout[-600:]))
    return done.stdout


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


def mac(i):
    return "02:00:00:00:00:%02x" % (i + 1)


def ip(i):
    return "10.77.0.%d" % (i + 1)


class Switches:
    """Bridges of one ovs-vswitchd in a folder, and their cables: pairs of veth devices."""

    def __init__(self, folder, names, pairs, version):
        self.version = version
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
        command = "ovs-vsctl -- add-br {0} -- set bridge {0} datapath_type=netdev protocols=OpenFlow{1}".format(
            name, self.version)
        command += " fail-mode=secure other-config:datapath-id=%016x" % self.numbers[name]
        command += " other-config:disable-in-band=true"
        for device, port in self.ports[name].items():
            command += " -- add-port {0} {1} -- set interface {1} ofport_request={2}".format(name, device, port)
        sh(command)

    def connect(self, name, port=PORT):
        sh("ovs-vsctl set-controller {0} tcp:127.0.0.1:{1} -- set controller {0} max_backoff=1000".format(name, port))

    def entries_of(self, name, command, rest=""):
        return sh("ovs-ofctl -O OpenFlow%s %s unix:%s/%s.mgmt %s"
                  % (self.version, command, self.folder, name, rest), check=False)

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

    def send(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()


def faucet_configuration(switches):
    lines = ["vlans:", "  all: {vid: 100}", "dps:"]
    for name, number in switches.numbers.items():
        lines += ["  %s:" % name, "    dp_id: %d" % number, "    hardware: Open vSwitch"]
        lines += ["    stack: {priority: 1}"] if number == 1 else []
        lines += ["    lldp_beacon: {send_interval: 5, max_per_interval: 40}", "    interfaces:"]
        for i in range(HOSTS):
            lines.append("      %d: {native_vlan: all}" % (HOST_PORT + i))
        for one, device, other, peer in switches.cables:
            for here, own, there, its in ((one, device, other, peer), (other, peer, one, device)):
                if here == name:
                    lines.append("      %d: {stack: {dp: %s, port: %d}}"
                                 % (switches.ports[here][own], there, switches.ports[there][its]))
    return "\n".join(lines) + "\n"
