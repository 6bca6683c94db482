// The switches and the links between them.

const REACH = 14;

/** From so many pixels a link on, every switch has its name. */
const NAMED = 52;

/** Links have one of so many colours and widths. */
const LOADS = 5;

/** A datapath id without the zeros that lead it. */
const brief = (dpid) => dpid.replace(/^(00:)*(?=.)/, "");

class Topology {
  constructor(section, onPick) {
    this.section = section;
    this.canvas = byId("graph");
    this.legend = section.querySelector(".legend canvas");
    this.carried = []; // by edge: its links with what they carry
    this.loads = []; // by edge: a class of LOADS
    this.busy = new Map(); // by dpid: how busy a switch is, a class of LOADS
    this.layout = new Layout();
    this.names = [];
    this.drawn = "";
    this.kinds = new Map();
    this.hosts = new Map();
    this.picked = "";
    this.hovered = -1; // the node under the pointer
    this.over = -1; // the edge under it, when it is at no node
    this.knowsLoad = false;
    this.place = null; // {scale, x, y} once somebody moved or zoomed
    this.frame = 0;
    const [larger, smaller, whole] = section.querySelectorAll("button");
    larger.addEventListener("click", () => this.zoom(1.4, this.width / 2, this.height / 2));
    smaller.addEventListener("click", () => this.zoom(1 / 1.4, this.width / 2, this.height / 2));
    whole.addEventListener("click", () => this.move(null));
    this.listen(onPick);
    new ResizeObserver(() => this.draw()).observe(section);
  }

  listen(onPick) {
    const held = new Map(); // by pointer: where it is
    let moved = false;
    this.canvas.addEventListener("pointerdown", (event) => {
      if (held.size === 0) moved = false;
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY, startX: event.offsetX, startY: event.offsetY });
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const pointer = held.get(event.pointerId);
      const [x, y] = [event.offsetX, event.offsetY];
      if (!pointer) return this.hover(this.nodeAt(x, y), x, y);
      const other = [...held.values()].find((each) => each !== pointer);
      moved ||= other !== undefined || Math.hypot(x - pointer.startX, y - pointer.startY) > 4;
      if (!moved) return;
      if (other) this.pinch(pointer, other, x, y);
      else this.shift(x - pointer.x, y - pointer.y);
      [pointer.x, pointer.y] = [x, y];
    });
    const release = (event) => {
      const node = event.type === "pointerup" && held.size === 1 && !moved ? this.nodeAt(event.offsetX, event.offsetY) : -1;
      held.delete(event.pointerId);
      if (node >= 0) onPick(this.names[node]);
    };
    this.canvas.addEventListener("pointerup", release);
    this.canvas.addEventListener("pointercancel", release);
    this.canvas.addEventListener("pointerleave", () => this.hover(-1, -REACH, -REACH));
    this.canvas.addEventListener("keydown", (event) => {
      if (this.steer(event.key)) event.preventDefault();
    });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  /** Moves or zooms; whether the key is for that. */
  steer(key) {
    const way = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[key];
    const factor = { "+": 1.4, "-": 1 / 1.4 }[key];
    if (way) this.shift(...way);
    else if (factor) this.zoom(factor, this.width / 2, this.height / 2);
    else if (key === "0") this.move(null);
    else return false;
    return true;
  }

  shift(x, y) {
    const place = this.placed();
    this.move({ scale: place.scale, x: place.x + x, y: place.y + y });
  }

  /** One of two fingers is now at this place. */
  pinch(finger, other, x, y) {
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const now = Math.hypot(x - other.x, y - other.y);
    this.zoom(now / Math.max(1, before), (x + other.x) / 2, (y + other.y) / 2);
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
    this.section.querySelector("p").textContent = this.names.length + " switches, " + ways + " links" +
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

  /** Takes how many hosts are at each switch. */
  count(hosts) {
    this.hosts = hosts;
    this.draw();
  }

  pick(dpid) {
    this.picked = dpid;
    this.draw();
  }

  hover(node, x, y) {
    const over = node >= 0 ? -1 : this.edgeAt(x, y);
    this.canvas.classList.toggle("pointed", node >= 0);
    if (node !== this.hovered || over !== this.over) {
      [this.hovered, this.over] = [node, over];
      this.draw();
    }
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

  /** Where the graph is drawn: all of it, until somebody moves it. */
  placed() {
    if (this.place !== null) return this.place;
    const { left, top, width, height } = this.layout.bounds();
    const scale = Math.min(90, (this.width - 120) / width, (this.height - 50) / height);
    return { scale, x: this.width / 2 - (left + width / 2) * scale, y: this.height / 2 - (top + height / 2) * scale };
  }

  move(place) {
    this.place = place;
    this.draw();
  }

  zoom(factor, x, y) {
    const place = this.placed();
    const scale = Math.max(1, Math.min(400, place.scale * factor));
    const part = scale / place.scale;
    this.move({ scale, x: x - (x - place.x) * part, y: y - (y - place.y) * part });
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
    this.nodes(c, across, down, Math.max(2.5, Math.min(8, scale * 0.14)), scale >= NAMED);
    this.tell(c, across, down);
    this.explain();
  }

  /** The colours of links, from idle to busiest. */
  explain() {
    const c = fitted(this.legend, 90, 10);
    for (let load = 0; load < LOADS; load++) {
      this.stroke(c, load);
      c.beginPath();
      c.moveTo(load * 18, 5);
      c.lineTo(load * 18 + 16, 5);
      c.stroke();
    }
  }

  stroke(c, load) {
    c.strokeStyle = load < 2 ? colours.soft : load < 3 ? colours.got : colours.below;
    c.globalAlpha = [0.3, 0.6, 0.7, 0.7, 1][load];
    c.lineWidth = [1, 1, 1.5, 2, 3][load];
  }

  links(c, across, down) {
    for (let each = 0; each < LOADS; each++) {
      this.stroke(c, each);
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
    lines.forEach((line, i) => this.text(c, line, x + 8, y + 16 * (i - (lines.length - 1) / 2), colours.ink));
  }

  nodes(c, across, down, radius, named) {
    const marked = [];
    const ofKind = { soft: [], got: [], below: [], above: [] };
    this.names.forEach((name, i) => {
      if (i === this.hovered || name === this.picked) marked.push(i);
      ofKind[this.kinds.get(name) ?? "soft"].push(i);
    });
    for (const [kind, nodes] of Object.entries(ofKind)) {
      c.fillStyle = colours[kind];
      this.discs(c, nodes, across, down, radius);
      c.fill();
    }
    this.rings(c, ofKind.above, across, down, radius + 3, colours.above);
    this.rings(c, this.names.flatMap((name, i) => (this.wanting?.has(name) ? [i] : [])), across, down, radius + 2, colours.ink);
    this.labels(c, across, down, radius, named, marked);
  }

  discs(c, nodes, across, down, radius) {
    c.beginPath();
    for (const i of nodes) {
      const [x, y] = [across(i), down(i)];
      if (x < -radius || y < -radius || x > this.width + radius || y > this.height + radius) continue;
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

  labels(c, across, down, radius, named, marked) {
    c.textBaseline = "middle";
    c.textAlign = "left";
    if (named) {
      this.names.forEach((name, i) => {
        const [x, y] = [across(i), down(i)];
        const seen = x > -80 && x < this.width + 20 && y > -20 && y < this.height + 20;
        if (seen && !marked.includes(i)) this.label(c, i, brief(name), x + radius + 4, y, colours.soft);
      });
    }
    for (const i of marked) {
      c.fillStyle = colours[this.kinds.get(this.names[i])] ?? colours.soft;
      this.discs(c, [i], across, down, radius + 2);
      c.fill();
      if (this.names[i] === this.picked) this.rings(c, [i], across, down, radius + 4, colours.ink);
      this.label(c, i, this.names[i], across(i) + radius + 6, down(i), colours.ink);
    }
  }

  label(c, i, name, x, y, colour) {
    const hosts = this.hosts.get(this.names[i]) ?? 0;
    this.text(c, name + (hosts > 0 ? " · " + hosts + (hosts === 1 ? " host" : " hosts") : ""), x, y, colour);
  }

  text(c, text, x, y, colour) {
    c.font = "12px " + MONO;
    const width = c.measureText(text).width;
    const left = Math.max(2, Math.min(x, this.width - width - 4));
    c.fillStyle = colours.page;
    c.globalAlpha = colour === colours.ink ? 0.95 : 0.6;
    c.fillRect(left - 2, y - 8, width + 4, 16);
    c.globalAlpha = 1;
    c.fillStyle = colour;
    c.fillText(text, left, y);
  }
}
