// Puts the parts together.

const STALE_MS = 4000;

/** Rows keep their places for so long, unless somebody changes the view. */
const ORDER_MS = 4000;

const KINDS = [
  ["all", () => true],
  ["below", (row) => kindOf(row.share) === "below"],
  ["above", (row) => kindOf(row.share) === "above"],
  ["asked for more", (row) => row.share.wantsMore],
  ["congested", (row) => row.each.congested],
];

const view = { window: "10s", kind: 0, whole: false, logarithmic: false, order: "deviation", search: "", picked: "" };
const seen = { status: null, switches: [], at: null, before: null, rate: null, lldpRate: null, hosts: undefined };

/** How the rows were sorted last. */
const placed = { way: "", until: 0, places: new Map() };

/** Buttons of which one is pressed. */
function choice(box, names, picked, onPick) {
  const buttons = names.map((name, i) => {
    const button = element("button", "", name);
    button.type = "button";
    button.setAttribute("aria-pressed", String(i === picked));
    button.addEventListener("click", () => {
      buttons.forEach((each, j) => each.setAttribute("aria-pressed", String(i === j)));
      onPick(i);
    });
    return button;
  });
  box.replaceChildren(...buttons);
  return buttons;
}

const bars = new Bars(byId("bars"), byId("sizer"), byId("canvas"), pick);
const spread = new Spread(byId("spread"), showSwitches);
const workers = new Workers(byId("workers"));
const topology = new Topology(byId("topology"), find, takeEnd);
const hosts = new Hosts(byId("hosts"), find, takeEnd);
const events = new Events(byId("events"));
const probing = new Curve(byId("curves"), "Probing delay", delay, (ms) => (ms === 0 ? "0" : trimmed(delay(ms))));
const throughput = new Curve(byId("curves"), "Flow requests a second", (value) => short(value) + "/s");
const thresholds = new Curve(byId("curves"), "IBT, in requests", (value) => short(value));

const kindButtons = choice(byId("kinds"), KINDS.map(([name]) => name), 0, (i) => {
  view.kind = i;
  showSwitches();
});
choice(byId("windows"), ["1 s", "10 s", "60 s"], 1, (i) => {
  view.window = ["1s", "10s", "60s"][i];
  showFigures();
  showSwitches();
});
choice(byId("rowsShown"), ["farthest", "every switch"], 0, (i) => {
  view.whole = i === 1;
  showSwitches();
});
choice(byId("scales"), ["linear", "log"], 0, (i) => bars.setScale(i === 1));
byId("order").addEventListener("change", (event) => {
  view.order = event.target.value;
  showSwitches();
});
byId("search").addEventListener("input", (event) => {
  view.search = event.target.value.trim().toLowerCase();
  showSwitches();
});

function pick(dpid) {
  view.picked = view.picked === dpid ? "" : dpid;
  bars.pick(view.picked);
  topology.pick(view.picked);
  showDetail();
}

/** Picks a switch that was found elsewhere than in the list. */
function find(dpid) {
  pick(dpid);
  if (view.picked !== "") bars.reveal(dpid);
}

function showDetail() {
  const each = seen.switches.find((one) => one.dpid === view.picked);
  detail.show(each, seen.hosts?.get(view.picked));
}

/** Takes a host as an end of a way; the way is seen. */
function takeEnd(host) {
  ways.pick(host);
  if (!byId("topology").hidden) byId("way").scrollIntoView({ block: "nearest" });
}

/** Whether a switch is what is searched for: a part of its id, name, address or of one of its hosts, or its id as a number. */
function fits(each) {
  const text = view.search;
  if (text === "") return true;
  const texts = [each.dpid, each.address, each.name ?? "", ...(seen.hosts?.get(each.dpid) ?? []).flatMap((host) => [host.mac, ...host.addresses])];
  if (texts.some((one) => one.toLowerCase().includes(text))) return true;
  if (!/^(0x[0-9a-f]+|[0-9]+)$/.test(text)) return false;
  return BigInt(text) === BigInt("0x" + each.dpid.replaceAll(":", ""));
}

/** Steps of the tolerance, so that rows do not change places for nothing. */
const stepOf = (row) => Math.round(Math.abs(row.share.deviation) / TOLERANCE);

const ORDERS = {
  deviation: (a, b) => stepOf(b) - stepOf(a) || byRate(a, b),
  rate: byRate,
  dpid: (a, b) => (a.dpid < b.dpid ? -1 : 1),
};

/** Larger rates first; rates that differ by less than a tenth or so are equal. */
function byRate(a, b) {
  const step = (row) => Math.round(8 * Math.log2(1 + row.share.fairRate));
  return step(b) - step(a) || ORDERS.dpid(a, b);
}

/** Sorts rows; those that were sorted a moment ago and in the same way keep their places. */
function inOrder(rows) {
  const way = [view.order, view.window, view.kind, view.search, spread.picked].join();
  const now = performance.now();
  const known = rows.every((row) => placed.places.has(row.dpid));
  if (placed.way === way && now < placed.until && known) {
    return rows.sort((a, b) => placed.places.get(a.dpid) - placed.places.get(b.dpid));
  }
  rows.sort(ORDERS[view.order]);
  placed.way = way;
  placed.until = now + ORDER_MS;
  placed.places = new Map(rows.map((row, i) => [row.dpid, i]));
  return rows;
}

function showSwitches() {
  const all = seen.switches
    .filter((each) => each.windows[view.window])
    .map((each) => ({ dpid: each.dpid, share: each.windows[view.window], each }));
  byId("switches").hidden = false;
  byId("controls").hidden = byId("spread").hidden = seen.switches.length === 0;
  KINDS.forEach(([name, is], i) => {
    const count = all.filter(is).length;
    kindButtons[i].textContent = name + " " + count;
    kindButtons[i].hidden = i === KINDS.length - 1 && count === 0 && view.kind !== i;
  });
  spread.show(all);
  topology.colour(all);
  const fitting = inOrder(
    all.filter((row) => KINDS[view.kind][1](row) && spread.has(row.share.deviation) && fits(row.each)),
  );
  byId("rowsShown").hidden = fitting.length <= MANY_ROWS;
  const rows = view.whole ? fitting : endsOf(fitting);
  bars.show(rows);
  seen.hogs = hogsOf(all);
  byId("bars").hidden = rows.length === 0;
  byId("none").hidden = rows.length > 0;
  byId("none").textContent = 
    seen.switches.length === 0
      ? "No switch is connected. Switches connect to " + seen.status.listen + "."
      : all.length === 0
        ? "Nothing is known yet of the last " + view.window.replace("s", " s") + ": the switches have just connected."
        : "No switch is like that.";
  readAloud(byId("rows").tBodies[0], rows);
  showDetail();
}

function showFigures() {
  if (seen.status) fillTerms(byId("figures"), figures(seen.status, view.window, seen));
}

function showState(name, text) {
  const state = byId("state");
  state.className = "state " + name;
  if (state.textContent !== text) state.textContent = text;
}

function showStatus(status) {
  const before = seen.status;
  const same = before !== null && before.startedAt === status.startedAt;
  const seconds = same ? status.uptimeSeconds - before.uptimeSeconds : 0;
  if (same && seconds <= 0) return;
  if (same) {
    seen.rate = (status.requests - before.requests) / seconds;
    seen.lldpRate = (status.lldpFrames - before.lldpFrames) / seconds;
    throughput.add(Date.parse(status.time), [seen.rate]);
  }
  const second = status.probingDelay?.windows["1s"];
  if (second) probing.add(Date.parse(status.time), [second.p50Ms, second.maxMs]);
  seen.status = status;
  showState(status.state, status.state);
  byId("about").textContent = [
    status.version && "version " + status.version, "switches connect to " + status.listen + (status.tls ? " with TLS" : ""),
    "running for " + lasting(status.uptimeSeconds),
  ].filter(Boolean).join(" · ");
  byId("note").hidden = status.note === "";
  byId("note").textContent = status.note;
  byId("concerns").hidden = status.concerns.length === 0;
  byId("concerns").replaceChildren(...status.concerns.map((text) => element("li", "", text)));
  document.title = (seen.rate === null ? "" : short(seen.rate) + "/s · ") + status.switches + " switches · Maestro";
  showFigures();
}

const source = new Source({
  answers(answers) {
    seen.at = Date.now();
    byId("gone").hidden = true;
    byId("token").hidden = true;
    byId("main").classList.remove("stale");
    showStatus(answers["/v1/status"]);
    showState(seen.status.state, seen.status.state);
    if (answers["/v1/workers"]) {
      workers.show(answers["/v1/workers"]);
      thresholds.add(Date.parse(answers["/v1/workers"].time), answers["/v1/workers"].workers.map((each) => each.ibt));
    }
    if (answers["/v1/links"]) {
      topology.show(answers["/v1/links"]);
      ways.again(topology.drawn);
    }
    if (answers["/v1/hosts"]?.known) {
      seen.hosts = hosts.show(answers["/v1/hosts"]);
      topology.takeHosts(seen.hosts);
      ways.hosts = answers["/v1/hosts"].hosts;
    }
    if (answers["/v1/events"]) events.add(answers["/v1/events"].events);
    if (answers["/v1/applications"]) showApplications(byId("applications"), answers["/v1/applications"]);
    if (answers["/v1/switches"]) {
      seen.switches = ways.switches = answers["/v1/switches"].switches;
      topology.takeTitles(new Map(seen.switches.filter((each) => each.name).map((each) => [each.dpid, each.name])));
      showSwitches();
    }
  },
  gone(lastSeen, why) {
    seen.why = why;
    showGone(lastSeen);
  },
  token(wrong) {
    showState("waiting", "locked");
    byId("token").hidden = false;
    byId("refused").textContent = wrong ? "The controller refused that token." : "";
    sessionStorage.removeItem("token");
    byId("secret").focus();
  },
});

/** Says since when nothing is known of the controller. */
function showGone(lastSeen) {
  const text = lastSeen === null ? "not seen yet" : "last seen " + lasting((Date.now() - lastSeen) / 1000) + " ago";
  showState("gone", text);
  document.title = text + " · Maestro";
  byId("main").classList.toggle("stale", seen.status !== null);
  byId("concerns").hidden = true;
  byId("gone").hidden = false;
  const known = lastSeen === null ? "" : " Below is what it said at " + new Date(lastSeen).toLocaleTimeString() + ".";
  const said = seen.why ? "The controller answers with an error: " + seen.why + "." : "The controller does not answer.";
  const notice = said + known + " The page goes on as soon as it is back.";
  if (byId("gone").textContent !== notice) byId("gone").textContent = notice;
}

byId("token").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem("token", byId("secret").value);
  byId("secret").value = "";
  source.next();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) source.stop();
  else source.next();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  [bars, topology, probing, throughput, thresholds].forEach((each) => each.draw());
});
setInterval(() => {
  const late = seen.at !== null && !document.hidden && Date.now() - seen.at > STALE_MS;
  if (late && byId("token").hidden) showGone(seen.at);
}, 500);

const detail = new Detail(byId("detail"), source, pick, find);
const ways = new Ways(byId("way"), byId("found"), source, { light: (way, ends) => topology.light(way, ends), find });
readColours();
source.next();
