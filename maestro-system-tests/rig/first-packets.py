#!/usr/bin/env python3
"""Kills the active one of two controllers, and tells when first packets of new flows arrive again.

    maestro-system-tests/rig/first-packets.py --kills 5

Both controllers run config/routing.conf and are a cluster; ./maestro network has the switches. This process is in the
place of all hosts: every 20 ms a pair of hosts that has no flow entries begins with one UDP packet. Prints for each
kill when the first of them arrived that began after it, from when on all arrived, how many were lost, and the load of
the machine; then a summary as JSON. --move asks for `cluster move` instead of a kill.
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
import urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
EVERY = 0.02


class Rig:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="first-packets-")
        free = [socket.create_server(("127.0.0.1", 0)) for _ in range(6)]
        numbers = [each.getsockname()[1] for each in free]
        for each in free:
            each.close()
        self.ports = dict(zip("ab", numbers[:2]))
        self.members = dict(zip("ab", numbers[2:4]))
        self.control = dict(zip("ab", numbers[4:]))
        self.processes = {}
        self.selector = selectors.DefaultSelector()
        self.hosts = {}
        self.bytes = {}
        self.sent = {}
        self.arrived = {}
        self.number = 0

    # ---- processes ----

    def start(self, name):
        path = os.path.join(self.folder, name + ".conf")
        with open(path, "w") as out:
            out.write('include file("%s")\n' % os.path.join(ROOT, "config", "routing.conf"))
            out.write('maestro.listen = "127.0.0.1:%d"\n' % self.ports[name])
            out.write('maestro.distribution.workers = 1\n')
            out.write('maestro.control { listen = "127.0.0.1:%d", static-flows = "%s" }\n'
                      % (self.control[name], os.path.join(self.folder, name + "-flows.json")))
            out.write('maestro.cluster { self = %s, members { a = "127.0.0.1:%d", b = "127.0.0.1:%d" } }\n'
                      % (name, self.members["a"], self.members["b"]))
        log = open(os.path.join(self.folder, name + ".log"), "ab")
        self.processes[name] = subprocess.Popen(
            [os.path.join(self.options.maestro, "maestro"), "run", "--config", path], stdout=log, stderr=log,
            env=dict(os.environ, MAESTRO_JVM_OPTS=self.options.jvm))

    def start_network(self):
        log = open(os.path.join(self.folder, "network.log"), "ab")
        command = [os.path.join(ROOT, "maestro"), "network", "--topology", "fattree:4", "--hosts", "4",
                   "--openflow", "1.3", "--port-socket", self.folder]
        for name in "ab":
            command += ["--controller", "127.0.0.1:%d" % self.ports[name]]
        self.processes["network"] = subprocess.Popen(command, stdout=log, stderr=log)

    def end(self):
        for each in self.processes.values():
            each.kill()
            each.wait()

    def ask(self, name, path, method="GET", body=None):
        request = urllib.request.Request(
            "http://127.0.0.1:%d%s" % (self.control[name], path), method=method,
            data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=2) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return {}

    def until(self, condition, seconds, what):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise SystemExit("not within %d s: %s; see %s" % (seconds, what, self.folder))
            self.read(0.2)

    def served(self, name):
        return sum(each["master"] == name for each in self.ask(name, "/v1/cluster").get("switches", []))

    # ---- hosts ----

    def connect(self):
        for n in range(1, self.options.hosts + 1):
            path = os.path.join(self.folder, "p%d" % n)
            host = socket.socket(socket.AF_UNIX)
            host.connect(path)
            host.setblocking(False)
            self.hosts[n] = host
            self.bytes[n] = b""
            self.selector.register(host, selectors.EVENT_READ, n)

    @staticmethod
    def mac(n):
        return bytes([2, 0, 0, 0, 0, n - 1])

    @staticmethod
    def ip(n):
        return bytes([10, 0, 0, n])

    def put(self, n, frame):
        self.hosts[n].sendall(struct.pack("!H", len(frame)) + frame)

    def announce(self):
        for n in self.hosts:
            arp = struct.pack("!HHBBH", 1, 0x0800, 6, 4, 1) + self.mac(n) + self.ip(n) + bytes(6) + self.ip(n)
            self.put(n, (b"\xff" * 6 + self.mac(n) + b"\x08\x06" + arp).ljust(60, b"\0"))

    def begin_flow(self):
        pairs = len(self.hosts) * (len(self.hosts) - 1)
        at = self.number * 7 % pairs  # 7 and the number of pairs have no common divisor
        source, target = at // (len(self.hosts) - 1) + 1, at % (len(self.hosts) - 1) + 1
        target += target >= source
        payload = struct.pack("!4sI", b"flow", self.number)
        udp = struct.pack("!HHHH", 5000, 5000, 8 + len(payload), 0) + payload
        head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + self.ip(source) + self.ip(target)
        total = sum(struct.unpack("!10H", head))
        total = (total & 0xffff) + (total >> 16)
        head = head[:10] + struct.pack("!H", ~((total & 0xffff) + (total >> 16)) & 0xffff) + head[12:]
        self.sent[self.number] = time.monotonic()
        self.number += 1
        self.put(source, (self.mac(target) + self.mac(source) + b"\x08\x00" + head + udp).ljust(60, b"\0"))

    def read(self, seconds):
        for key, _ in self.selector.select(seconds):
            n = key.data
            try:
                self.bytes[n] += self.hosts[n].recv(1 << 16)
            except BlockingIOError:
                continue
            while len(self.bytes[n]) >= 2:
                length = struct.unpack("!H", self.bytes[n][:2])[0]
                if len(self.bytes[n]) < 2 + length:
                    break
                frame, self.bytes[n] = self.bytes[n][2:2 + length], self.bytes[n][2 + length:]
                if frame[:6] == self.mac(n) and frame[42:46] == b"flow":
                    self.arrived.setdefault(struct.unpack("!I", frame[46:50])[0], time.monotonic())

    def flows(self, seconds):
        end = time.monotonic() + seconds
        due = time.monotonic()
        while time.monotonic() < end:
            if time.monotonic() >= due:
                due += EVERY
                self.begin_flow()
            self.read(max(0, due - time.monotonic()))

    # ---- the runs ----

    def once(self, i, active, other):
        self.flows(2)
        load = os.getloadavg()[0]
        began = time.monotonic()
        if self.options.move:
            if not self.ask(active, "/v1/cluster/move", "PUT", {"to": other}):
                raise SystemExit("not moved; see %s" % self.folder)
        else:
            self.processes[active].send_signal(signal.SIGKILL)
        self.flows(8)
        end = time.monotonic()
        while time.monotonic() < end + 1:
            self.read(0.1)
        after = [each for each in self.sent if self.sent[each] >= began]
        lost = [each for each in after if each not in self.arrived]
        here = [each for each in after if each in self.arrived]
        lost_before = [each for each in self.sent if self.sent[each] < began and each not in self.arrived]
        if not here:
            raise SystemExit("nothing arrives any more; see %s" % self.folder)
        first = min(self.arrived[each] for each in here) - began
        good = [each for each in here if not lost or each > max(lost)]
        whole = self.sent[good[0]] - began if good else float("inf")
        print("%s %d of %s: first packets arrive after %.2f s, all from %.2f s on, lost %d, and %d of before; load %.1f"
              % ("move" if self.options.move else "kill", i + 1, active, first, whole, len(lost), len(lost_before),
                 load), flush=True)
        self.sent.clear()
        self.arrived.clear()
        return {"first": first, "all": whole, "lost": len(lost), "load": load}

    def run(self):
        self.start("a")
        self.until(lambda: self.ask("a", "/v1/cluster").get("self"), 90, "a is there")
        self.start("b")
        self.until(lambda: self.ask("b", "/v1/cluster").get("self"), 90, "b is there")
        self.start_network()
        self.until(lambda: self.served("a") + self.served("b") == 20, 90, "all switches are served")
        self.ask("a", "/v1/cluster/move", "PUT", {"to": "a"})
        self.until(lambda: self.served("a") == 20, 30, "member a serves all")
        active, other = "a", "b"
        self.until(lambda: os.path.exists(os.path.join(self.folder, "p%d" % self.options.hosts)), 30, "hosts are there")
        self.connect()

        def known():
            self.announce()
            return len(self.ask(active, "/v1/hosts").get("hosts", [])) == len(self.hosts)

        self.until(known, 60, "all hosts are known")
        results = []
        for i in range(self.options.kills):
            self.read(0.1)
            time.sleep(self.options.rest)
            results.append(self.once(i, active, other))
            if not self.options.move:
                self.processes[active].wait()
                self.start(active)
                self.until(lambda: self.ask(active, "/v1/cluster").get("view", 0) > 0, 90, "it is back")
            active, other = other, active
            self.until(lambda: self.served(active) == 20, 30, "all switches are served")
        for key in ("first", "all"):
            values = sorted(each[key] for each in results)
            print("%s: p50 %.2f s, max %.2f s" % (key, values[len(values) // 2], values[-1]))
        print(json.dumps(results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--hosts", type=int, default=32)
    parser.add_argument("--rest", type=float, default=5, help="seconds before each kill")
    parser.add_argument("--move", action="store_true")
    parser.add_argument("--maestro", default=ROOT, help="the checkout whose controllers run")
    parser.add_argument("--jvm", default="-Xmx200m")
    options = parser.parse_args()
    rig = Rig(options)
    try:
        rig.run()
    finally:
        rig.end()


if __name__ == "__main__":
    sys.exit(main())
