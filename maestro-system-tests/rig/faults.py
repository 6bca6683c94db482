#!/usr/bin/python3
"""Breaks a network of Open vSwitches at random for a while, and says what the traffic between its hosts lost.

usage (root): faults.py {ring:N|grid:WxH|leafspine:SxL} [--seconds S] [--seed N] [--faults KIND,...] [--json FILE]
                        [--openflow {10|13}] [--controller COMMAND | --faucet PROGRAM]

Ten hosts, each at a switch of its own if there are enough, send a datagram to each other host five times a second. One
fault follows the other; the seed says which and where. Before each, the paths of all pairs are read from the entries
of the switches (ofproto/trace). A pair is concerned by a fault if its path goes through what fails, or if it has none
by entries, so that it needs the controller. The table has, for each kind of fault: how often, how many pairs were
concerned, how long they lost packets, how many packets of other pairs were lost, and how many arrived twice. Packets
of a pair whose way back is concerned are counted apart: a host that gets no ARP answer for three seconds drops what it
has to send. The exit code is 1 if another pair lost a packet, or if something circles at the end, when all hosts are
silent.

  cables      one to four cables are pulled, and put back           channel     a switch loses its channel for 1 to 6 s
  flap        a cable is pulled and put back five times             channelcut  the same, and a cable of it is pulled
  silent      a cable loses all frames, its ports stay up           stop        the controller stops for 5 s (SIGSTOP)
  oneway      the same in one direction                             stopcut     the same, and a cable is pulled
  portdown    ovs-ofctl mod-port down                               kill        SIGKILL of the controller, and a start
  noforward   ovs-ofctl mod-port no-forward                         killcut     the same, and a cable is pulled
  hostflap    the cable of a host is out for 100 ms                 killmove    the same, and a host moves
  hostmove    a host moves to another switch                        upgrade     SIGTERM of the controller, and a start
  restart     a switch restarts                                     reload      SIGHUP of the controller
  renumber    a switch restarts with other port numbers             entries     somebody deletes a switch's entries
  daemon      ovs-vswitchd is killed, and started again

COMMAND starts another build of Maestro; it gets "run --config FILE --listen ADDRESS". PROGRAM is Faucet's, which gets a
configuration with this topology as a stack; renumber and reload are left out then, since both change what it is told.
Everything runs in namespaces of its own, and goes with the script.
"""
import argparse
import json
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time

from broken_network import (HOSTS, PERIOD_S, PORT, Controller, Switches, Traffic, enter_namespaces,
                            faucet_configuration, sh, topology)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAUCET_LEAVES_OUT = ("renumber", "reload")
LEAST_REST_S, MOST_REST_S = 6, 9
LONGEST_START_S = 120
START = time.monotonic()


def say(*what):
    print("%7.1f" % (time.monotonic() - START), *what, flush=True)


class Faults:
    """Each method with the name of a kind does one fault, and says by stroke() when, and what is concerned."""

    KINDS = ("cables flap silent oneway portdown noforward hostflap hostmove restart renumber daemon channel channelcut"
             " stop stopcut kill killcut killmove upgrade reload entries").split()

    def __init__(self, switches, controller, chance):
        self.switches, self.controller, self.chance = switches, controller, chance
        self.strokes = []  # (kind, when, what is concerned of the pairs)
        self.kind = None

    def do(self, kind):
        say(kind)
        self.kind = kind
        getattr(self, kind)()
        self.stroke(set(), "rest")

    def stroke(self, pairs, kind=None):
        self.strokes.append((kind or self.kind, time.monotonic(), pairs))

    def via(self, *things):
        """The pairs whose path goes through one of these, and those that have none by entries."""
        return {pair for pair, path in self.switches.paths().items() if path is None or path & set(things)}

    def of_host(self, i):
        return {pair for pair in self.switches.paths() if i in pair}

    def hold(self, least, most):
        time.sleep(self.chance.uniform(least, most))

    def some_cables(self, most=1):
        while True:
            some = self.chance.sample(range(len(self.switches.cables)), self.chance.randint(1, most))
            if self.switches.is_connected(some):
                say("        cable " + ", ".join("%s %s - %s %s" % self.switches.cables[n] for n in some))
                return some

    def a_switch(self):
        name = self.chance.choice(sorted(self.switches.ports))
        say("        switch", name)
        return name

    def a_host(self):
        i = self.chance.randrange(HOSTS)
        say("        host", i)
        return i

    def host_and_place(self):
        """A host, and a switch where it is not."""
        i = self.a_host()
        there = self.chance.choice(sorted(set(self.switches.ports) - {self.switches.hosts[i][0]}))
        say("        to switch", there)
        return i, there

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
        some, pairs = self.some_cables(), set()
        for _ in range(5):
            pairs = pairs | self.via(*some)  # a path that has left the cable comes back to it at any moment
            self.pull(some, pairs)
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
        i = self.a_host()
        self.stroke(self.of_host(i))
        sh("ip link set h%d down; sleep 0.1; ip link set h%d up" % (i, i))

    def hostmove(self):
        i, there = self.host_and_place()
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
        self.controller.send(signal.SIGHUP)

    def channel(self):
        name = self.a_switch()
        self.stroke(set())
        self.switches.connect(name, 9)  # nobody listens there
        self.hold(1, 6)
        self.switches.connect(name)

    def channelcut(self):
        n = self.some_cables()[0]
        name, pairs = self.switches.cables[n][0], self.via(n)
        self.switches.connect(name, 9)
        self.hold(0.2, 1)
        self.pull([n], pairs)
        self.hold(1, 5)
        self.stroke(pairs)
        self.switches.connect(name)
        self.hold(5, 8)
        self.put_back([n])

    def stop(self):
        self.stroke(self.via())
        self.controller.send(signal.SIGSTOP)
        time.sleep(5)
        self.controller.send(signal.SIGCONT)

    def stopcut(self):
        some = self.some_cables()
        self.controller.send(signal.SIGSTOP)
        pairs = self.via(*some)  # nobody changes an entry now
        self.pull(some, pairs)
        time.sleep(5)
        self.stroke(pairs)
        self.controller.send(signal.SIGCONT)
        self.hold(5, 8)
        self.put_back(some)

    def kill(self, number=signal.SIGKILL):
        self.stroke(self.via())
        self.controller.end(number)
        self.hold(0.5, 3)
        self.controller.start()

    def upgrade(self):
        self.kill(signal.SIGTERM)

    def killcut(self):
        some = self.some_cables()
        self.controller.end()
        pairs = self.via(*some)  # nobody changes an entry now
        self.pull(some, pairs)
        self.controller.start()
        self.stroke(pairs)
        self.hold(6, 9)
        self.put_back(some)

    def killmove(self):
        i, there = self.host_and_place()
        pairs = self.of_host(i) | self.via()
        self.controller.end()
        self.stroke(pairs)
        self.switches.move(i, there)
        self.controller.start()
        self.stroke(pairs)

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
        empty = {"faults": 0, "concerned": 0, "away": [], "back_lost": 0, "others_lost": 0, "twice": 0, "who": []}
        row = rows.setdefault(kind, empty)
        row["faults"] += kind != "rest" and owner == n
        row["concerned"] += len(concerned)
        for pair in traffic.got:
            lost = traffic.lost(pair, at - 0.1, until - 0.1)
            row["twice"] += traffic.twice(pair, at - 0.1, until - 0.1)
            if pair in pairs:
                away = max(lost) + PERIOD_S - strokes[owner][1] if lost else 0
                row["away"].append(max(0, away))
            elif pair[::-1] in pairs:
                row["back_lost"] += len(lost)
            elif lost:
                row["others_lost"] += len(lost)
                row["who"].append((pair, len(lost), round(lost[0] - strokes[owner][1], 1), round(lost[0] - START, 1)))
    return rows


def show(rows):
    print("| fault | times | pairs concerned | median s | p99 s | longest s | lost the other way | lost by others"
          " | twice |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for kind in Faults.KINDS:
        if kind in rows:
            row = rows[kind]
            away = sorted(row["away"]) or [0]
            print("| `%s` | %d | %d | %.1f | %.1f | %.1f | %d | %d | %d |" % (
                kind, row["faults"], row["concerned"], statistics.median(away), away[int(len(away) * 0.99)], away[-1],
                row["back_lost"], row["others_lost"], row["twice"]))


def options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("topology")
    parser.add_argument("--seconds", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default="")
    parser.add_argument("--openflow", choices=("10", "13"), default="13")
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
    switches = Switches(folder, names, pairs, given.openflow)
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
    while None in switches.paths().values() and time.monotonic() - START < LONGEST_START_S:
        time.sleep(1)
    time.sleep(LEAST_REST_S)
    faults = Faults(switches, controller, random.Random(given.seed))
    chance, end = random.Random(given.seed + 1), time.monotonic() + given.seconds
    while time.monotonic() < end:
        kind = chance.choice(kinds)
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
    controller.end()
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


if __name__ == "__main__":
    main()
