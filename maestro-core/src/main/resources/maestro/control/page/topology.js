// The switches and the links between them.

const REACH = 14;

/** How much is left of what is not on the way that is lit. */
const FAINT = 0.3;

/** Links have one of so many colours and widths. */
const LOADS = 5;

/** A datapath id without the zeros that lead it. */
const brief = (dpid) => dpid.replace(/^(00:)*(?=.)/, "");

class Topology extends Movable {
  constructor(section, onPick, onHost) {
    super(byId("graph"));
    this.section = section;
    this.legend = section.querySelector(".legend canvas");
    this.carried = []; // by edge: its links with what they carry
    this.loads = []; // by edge: a class of LOADS
    this.busy = new Map(); // by dpid: how busy a switch is, a class of LOADS
    this.layout = new Layout();
    this.names = [];
    this.drawn = "";
    this.kinds = new Map();
    this.hosts = new Map(); // by dpid: its hosts
    this.titles = new Map(); // by dpid: the name that the switch was given
    this.dots = []; // the hosts that are drawn, with their places
    this.way = []; // the switches of the way that is lit
    this.dim = 1; // how faint all else is then
    this.lit = new Set(); // the hosts at its ends
    this.picked = "";
    this.hovered = -1; // the node under the pointer
    this.over = -1; // the edge under it, when it is at no node
    this.pointedHost = null;
    this.knowsLoad = false;
    this.frame = 0;
    const [larger, smaller, whole] = section.querySelectorAll(".choice button");
    larger.addEventListener("click", () => this.zoom(1.4, this.width / 2, this.height / 2));
    smaller.addEventListener("click", () => this.zoom(1 / 1.4, this.width / 2, this.height / 2));
    whole.addEventListener("click", () => this.move(null));
    this.listen(onPick, onHost);
    whenResized(section, () => this.draw());
  }

  /** Takes the links as they are now. */
  show({ links }) {
    this.section.hidden = links.length === 0;
    const key = links.map((link) => link.from + link.fromPort + link.to + link.toPort + link.twoWay).sort().join();
    if (key !== this.drawn) this.take(links);
    this.drawn = key;
    const edges = new Map(this.layout.edges.map(([a, b], i) => [this.names[a] + this.names[b], i]));
    this.carried = this.layout.edges.map(() => []);
    for (const link of links) {
      const [a, b] = [link.from, link.to].sort();
      this.carried[edges.get(a + b)].push(link);
    }
    this.measure();
    this.draw();
  }

  /** Takes other links than before. */
  take(links) {
    this.names = [...new Set(links.flatMap((link) => [link.from, link.to]))].sort();
    const index = new Map(this.names.map((name, i) => [name, i]));
    const edges = new Map();
    for (const link of links) {
      const [a, b] = [link.from, link.to].sort();
      const edge = edges.get(a + b) ?? [index.get(a), index.get(b), true];
      edge[2] &&= link.twoWay;
      edges.set(a + b, edge);
    }
    this.layout.take(this.names, [...edges.values()]);
    this.hovered = this.over = -1;
    const oneWay = links.filter((link) => !link.twoWay).length;
    const ways = (links.length + oneWay) / 2;
    this.section.querySelector(".title p").textContent = counted(this.names.length, "switch", "switches") + ", " + counted(ways, "link", "links") +
      (oneWay > 0 ? ", " + oneWay + " of them known one way only (dashed)" : "");
  }

  /** Gives each edge a class: of its busiest link if that is known, or else of its busier switch. */
  measure() {
    const known = this.carried.flat().filter((link) => typeof link.bitsPerSecond === "number");
    const busiest = known.reduce((most, link) => Math.max(most, link.bitsPerSecond), 0);
    const part = (link) => link.load ?? (busiest > 0 ? link.bitsPerSecond / busiest : 0);
    const steps = [0.01, 0.1, 0.4, 0.8];
    this.knowsLoad = known.length > 0;
    this.loads = this.layout.edges.map(([a, b], i) => {
      if (!this.knowsLoad) return Math.max(this.busy.get(this.names[a]) ?? 0, this.busy.get(this.names[b]) ?? 0);
      const most = this.carried[i].reduce((largest, link) => Math.max(largest, part(link) || 0), 0);
      return steps.filter((step) => most >= step).length;
    });
    const legend = this.legend.parentNode;
    legend.firstChild.data = this.knowsLoad ? "links by load" : "links by requests/s";
    legend.title = this.knowsLoad
      ? "Below 1, 10, 40 and 80 % of the speed of the link, and above; the busiest link carries " + bits(busiest)
      : "A link has the colour of the busier of its two switches; the busiest makes " + short(this.most ?? 0) + " requests/s";
  }

  /** Takes how each switch fares: `{dpid, share}`. */
  colour(rows) {
    this.kinds = new Map(rows.map((row) => [row.dpid, kindOf(row.share)]));
    this.wanting = new Set(rows.filter((row) => row.share.wantsMore).map((row) => row.dpid));
    const most = rows.reduce((largest, row) => Math.max(largest, row.share.rate), 0);
    const load = (rate) => (rate <= 0 ? 0 : Math.max(0, LOADS - 1 - Math.floor(Math.log2(most / rate) / 1.5)));
    this.busy = new Map(rows.map((row) => [row.dpid, load(row.share.rate)]));
    this.most = most;
    if (!this.knowsLoad) this.measure();
    this.draw();
  }

  /** Takes the hosts of each switch. */
  takeHosts(hosts) {
    this.hosts = hosts;
    this.draw();
  }

  /** Takes the names that switches were given. */
  takeTitles(titles) {
    this.titles = titles;
    this.draw();
  }

  /** Lights a way: the switches on it in their order, and the keys of the hosts at its ends. */
  light(way, hosts) {
    this.way = way;
    this.lit = new Set(hosts);
    this.dim = way.length > 1 ? FAINT : 1;
    this.draw();
  }

  pick(dpid) {
    this.picked = dpid;
    this.draw();
  }

  hover(x, y) {
    const host = this.hostAt(x, y);
    const node = host !== null ? -1 : this.nodeAt(x, y);
    const over = host !== null || node >= 0 ? -1 : this.edgeAt(x, y);
    this.canvas.classList.toggle("pointed", host !== null || node >= 0);
    if (node !== this.hovered || over !== this.over || host !== this.pointedHost) {
      [this.hovered, this.over, this.pointedHost] = [node, over, host];
      this.draw();
    }
  }

  /** The host that is drawn at a point, or null. */
  hostAt(x, y) {
    const near = this.dots.find((dot) => Math.max(Math.abs(dot.x - x), Math.abs(dot.y - y)) <= DOT + 3);
    return near?.host ?? null;
  }

  /** The edge that is nearest to a point, if it is near. */
  edgeAt(x, y) {
    const { scale, x: left, y: top } = this.placed();
    let [best, least] = [-1, REACH / 2];
    this.layout.edges.forEach(([a, b], i) => {
      const [ax, ay] = [this.layout.x[a] * scale + left, this.layout.y[a] * scale + top];
      const [dx, dy] = [this.layout.x[b] * scale + left - ax, this.layout.y[b] * scale + top - ay];
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      const away = Math.hypot(ax + along * dx - x, ay + along * dy - y);
      if (away < least) [best, least] = [i, away];
    });
    return best;
  }

  nodeAt(x, y) {
    const place = this.placed();
    let [best, least] = [-1, REACH];
    for (let i = 0; i < this.names.length; i++) {
      const away = Math.hypot(this.layout.x[i] * place.scale + place.x - x, this.layout.y[i] * place.scale + place.y - y);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.frame = 0;
    this.width = this.section.clientWidth;
    if (this.width === 0 || this.names.length === 0) return;
    this.height = Math.round(Math.max(300, Math.min(560, this.width * 0.6)));
    if (!this.layout.settled) {
      this.layout.advance();
      this.draw();
      if (STILL.matches && !this.layout.settled) return;
    }
    const c = fitted(this.canvas, this.width, this.height);
    const { scale, x, y } = this.placed();
    const across = (i) => this.layout.x[i] * scale + x;
    const down = (i) => this.layout.y[i] * scale + y;
    this.links(c, across, down);
    const room = Math.sqrt((this.width * this.height) / this.names.length); // many on a phone are smaller
    const radius = Math.max(Math.min(2.5, room * 0.15), Math.min(8, scale * 0.14));
    this.placeHosts(across, down, radius, scale);
    const dots = (lit) => this.dots.filter((dot) => this.lit.has(hostKey(dot.host)) === lit);
    drawDots(c, dots(false), false, this.dim);
    this.nodes(c, across, down, radius);
    this.lightWay(c, across, down);
    drawDots(c, dots(true), true, 1);
    this.labels(c, across, down, radius);
    this.tell(c, across, down);
    this.explain();
  }

  /** The colours of links, from idle to busiest. */
  explain() {
    const c = fitted(this.legend, 90, 10);
    for (let load = 0; load < LOADS; load++) {
      this.stroke(c, load, 1);
      c.beginPath();
      c.moveTo(load * 18, 5);
      c.lineTo(load * 18 + 16, 5);
      c.stroke();
    }
  }

  stroke(c, load, alpha) {
    c.strokeStyle = load < 2 ? colours.soft : load < 3 ? colours.got : colours.below;
    c.globalAlpha = alpha * [0.3, 0.6, 0.7, 0.7, 1][load];
    c.lineWidth = [1, 1, 1.5, 2, 3][load];
  }

  links(c, across, down) {
    for (let each = 0; each < LOADS; each++) {
      this.stroke(c, each, this.dim);
      for (const twoWay of [true, false]) {
        c.setLineDash(twoWay ? [] : [4, 4]);
        c.beginPath();
        this.layout.edges.forEach(([a, b, both], i) => {
          if (both !== twoWay || this.loads[i] !== each) return;
          c.moveTo(across(a), down(a));
          c.lineTo(across(b), down(b));
        });
        c.stroke();
      }
    }
    c.setLineDash([]);
    c.globalAlpha = 1;
    c.lineWidth = 1;
  }

  /** The nodes of the way that is lit, as far as they are drawn. */
  drawnWay() {
    return this.way.map((dpid) => this.layout.index.get(dpid)).filter((i) => i !== undefined);
  }

  /** Draws the way that is lit over its links. */
  lightWay(c, across, down) {
    const way = this.drawnWay();
    c.strokeStyle = colours.ink;
    c.lineWidth = 5;
    c.beginPath();
    way.forEach((i, at) => (at === 0 ? c.moveTo(across(i), down(i)) : c.lineTo(across(i), down(i))));
    c.stroke();
    c.lineWidth = 1;
  }

  /** Which hosts are drawn, and where: those that are seen, and with small links only those of the way. */
  placeHosts(across, down, radius, scale) {
    const angles = anglesAway(this.layout);
    const far = radius + 9 + Math.min(12, scale * 0.15);
    this.dots = this.names.flatMap((name, i) => {
      const all = this.hosts.get(name) ?? [];
      const ends = all.filter((host) => this.lit.has(hostKey(host)));
      const others = scale < HOSTS_FROM ? [] : all.filter((host) => !this.lit.has(hostKey(host)));
      const some = [...ends, ...others].slice(0, Math.max(DOTS_A_SWITCH, ends.length));
      return some.length === 0 || !this.isSeen(across(i), down(i), far) ? [] : placesOf(some, across(i), down(i), angles[i], far);
    });
  }

  isSeen(x, y, radius) {
    return x >= -radius && y >= -radius && x <= this.width + radius && y <= this.height + radius;
  }

  /** Says what the links of the edge under the pointer carry, each in its direction. */
  tell(c, across, down) {
    const edge = this.layout.edges[this.over];
    if (!edge) return;
    const lines = this.carried[this.over].slice(0, 8).map((link) => {
      const carried = typeof link.bitsPerSecond === "number" ? bits(link.bitsPerSecond) : "load not known";
      const part = typeof link.load === "number" ? ", " + (100 * link.load).toFixed(1) + " %" : "";
      return brief(link.from) + " port " + link.fromPort + " → " + brief(link.to) + " port " + link.toPort + ": " + carried + part;
    });
    const [x, y] = [(across(edge[0]) + across(edge[1])) / 2, (down(edge[0]) + down(edge[1])) / 2];
    const labels = new Labels(c, this.width, this.height);
    lines.forEach((line, i) => {
      const width = labels.widthOf(line);
      const left = Math.max(2, Math.min(x + 8, this.width - width - 4));
      labels.put(line, left, y + LABEL_HEIGHT * (i - (lines.length - 1) / 2), width, colours.ink);
    });
  }

  nodes(c, across, down, radius) {
    const ofKind = { soft: [], got: [], below: [], above: [] };
    this.names.forEach((name, i) => {
      ofKind[this.kinds.get(name) ?? "soft"].push(i);
    });
    c.globalAlpha = this.dim;
    for (const [kind, nodes] of Object.entries(ofKind)) {
      c.fillStyle = colours[kind];
      this.discs(c, nodes, across, down, radius);
      c.fill();
    }
    this.rings(c, ofKind.above, across, down, radius + 3, colours.above);
    this.rings(c, this.names.flatMap((name, i) => (this.wanting?.has(name) ? [i] : [])), across, down, radius + 2, colours.ink);
    c.globalAlpha = 1;
  }

  discs(c, nodes, across, down, radius) {
    c.beginPath();
    for (const i of nodes) {
      const [x, y] = [across(i), down(i)];
      if (!this.isSeen(x, y, radius)) continue;
      if (radius < 3) { // too small for corners to be seen, and many
        c.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      } else {
        c.moveTo(x + radius, y);
        c.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
  }

  rings(c, nodes, across, down, radius, colour) {
    c.strokeStyle = colour;
    c.lineWidth = 1.5;
    this.discs(c, nodes, across, down, radius);
    c.stroke();
    c.lineWidth = 1;
  }

  /** What people call a switch: its name, or its datapath id without leading zeros. */
  titleOf(dpid) {
    return this.titles.get(dpid) ?? brief(dpid);
  }

  /**
   * The labels of what is picked, pointed at or on the way are always there; the others, those with the
   * most links first, where they cover nothing. So a small graph has all, and a large one more with each zoom.
   */
  labels(c, across, down, radius) {
    const labels = new Labels(c, this.width, this.height);
    const seen = this.names.map((_, i) => i).filter((i) => this.isSeen(across(i), down(i), radius));
    for (const i of seen) labels.avoid(across(i), down(i), radius);
    for (const dot of this.dots) labels.avoid(dot.x, dot.y, DOT);
    const way = this.drawnWay();
    way.slice(1).forEach((i, at) => labels.avoidLine(across(way[at]), down(way[at]), across(i), down(i)));
    const marked = seen.filter((i) => i === this.hovered || this.names[i] === this.picked || this.way.includes(this.names[i]));
    for (const i of marked) this.mark(c, labels, i, across(i), down(i), radius);
    for (const { host, x, y } of this.dots) {
      const must = host === this.pointedHost || this.lit.has(hostKey(host));
      if (must) labels.write(labelOf(hostName(host)), x, y, DOT, colours.ink, true);
    }
    if (!this.layout.settled) return;
    const degrees = new Map();
    for (const i of this.layout.edges.flatMap(([a, b]) => [a, b])) degrees.set(i, (degrees.get(i) ?? 0) + 1);
    const rest = seen.filter((i) => !marked.includes(i)).sort((a, b) => (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0) || a - b);
    for (const i of rest) labels.write(labelOf(this.titleOf(this.names[i])), across(i), down(i), radius, colours.soft, false);
  }

  /** Draws a switch that stands out, with all that its label can say. */
  mark(c, labels, i, x, y, radius) {
    const dpid = this.names[i];
    const isPicked = i === this.hovered || dpid === this.picked;
    c.fillStyle = colours[this.kinds.get(dpid)] ?? colours.soft;
    this.discs(c, [i], () => x, () => y, radius + 2);
    c.fill();
    if (dpid === this.picked) this.rings(c, [i], () => x, () => y, radius + 4, colours.ink);
    const hosts = this.hosts.get(dpid)?.length ?? 0;
    const title = labelOf(this.titleOf(dpid));
    const whole = (this.titles.has(dpid) ? title + " · " : "") + dpid + (hosts > 0 ? " · " + counted(hosts, "host", "hosts") : "");
    labels.write(isPicked ? whole : title, x, y, radius + 4, colours.ink, true);
  }
}
