// The switches and the links between them.

const REACH = 14;

/** From so many pixels a link on, every switch has its name. */
const NAMED = 52;

/** A datapath id without the zeros that lead it. */
const brief = (dpid) => dpid.replace(/^(00:)*(?=.)/, "");

class Topology {
  constructor(section, onPick) {
    this.section = section;
    this.canvas = section.querySelector("canvas");
    this.layout = new Layout();
    this.names = [];
    this.key = "";
    this.kinds = new Map();
    this.hosts = new Map();
    this.picked = "";
    this.hovered = -1;
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
    let from = null;
    let moved = false;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = { x: event.offsetX, y: event.offsetY, place: { ...this.placed() } };
      moved = false;
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const [x, y] = [event.offsetX, event.offsetY];
      if (from === null) return this.hover(this.nodeAt(x, y));
      moved ||= Math.hypot(x - from.x, y - from.y) > 4;
      if (moved) this.move({ scale: from.place.scale, x: from.place.x + x - from.x, y: from.place.y + y - from.y });
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const node = from === null || moved ? -1 : this.nodeAt(event.offsetX, event.offsetY);
      from = null;
      if (node >= 0) onPick(this.names[node]);
    });
    this.canvas.addEventListener("pointercancel", () => (from = null));
    this.canvas.addEventListener("pointerleave", () => this.hover(-1));
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  /** Takes the links as they are now. */
  show({ links }) {
    this.section.hidden = links.length === 0;
    const key = links.map((link) => link.from + link.fromPort + link.to + link.toPort).sort().join();
    if (key === this.key) return;
    this.key = key;
    this.names = [...new Set(links.flatMap((link) => [link.from, link.to]))].sort();
    const index = new Map(this.names.map((name, i) => [name, i]));
    const edges = new Map();
    for (const link of links) {
      const pair = [index.get(link.from), index.get(link.to)].sort((a, b) => a - b);
      const edge = edges.get(pair.join()) ?? [...pair, true];
      edge[2] &&= link.twoWay;
      edges.set(pair.join(), edge);
    }
    this.layout.take(this.names, [...edges.values()]);
    this.hovered = -1;
    const oneWay = links.filter((link) => !link.twoWay).length;
    const ways = (links.length + oneWay) / 2;
    this.section.querySelector("p").textContent = this.names.length + " switches, " + ways + " links" +
      (oneWay > 0 ? ", " + oneWay + " of them known one way only (dashed)" : "");
    this.draw();
  }

  /** Takes how each switch fares: `{dpid, share}`. */
  colour(rows) {
    this.kinds = new Map(rows.map((row) => [row.dpid, kindOf(row.share)]));
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

  hover(node) {
    this.canvas.classList.toggle("pointed", node >= 0);
    if (node !== this.hovered) {
      this.hovered = node;
      this.draw();
    }
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
  }

  links(c, across, down) {
    c.strokeStyle = colours.soft;
    for (const twoWay of [true, false]) {
      c.globalAlpha = twoWay ? 0.45 : 1;
      c.setLineDash(twoWay ? [] : [4, 4]);
      c.beginPath();
      for (const [a, b, both] of this.layout.edges) {
        if (both !== twoWay) continue;
        c.moveTo(across(a), down(a));
        c.lineTo(across(b), down(b));
      }
      c.stroke();
    }
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  nodes(c, across, down, radius, named) {
    c.textBaseline = "middle";
    c.textAlign = "left";
    const marked = [];
    this.names.forEach((name, i) => {
      const mark = i === this.hovered || name === this.picked;
      c.beginPath();
      c.arc(across(i), down(i), radius + (mark ? 2 : 0), 0, 2 * Math.PI);
      c.fillStyle = colours[this.kinds.get(name)] ?? colours.soft;
      c.fill();
      if (name === this.picked) {
        c.strokeStyle = colours.ink;
        c.lineWidth = 2;
        c.stroke();
        c.lineWidth = 1;
      }
      if (mark) marked.push(i);
      else if (named) this.label(c, i, brief(name), across(i) + radius + 4, down(i), colours.soft);
    });
    for (const i of marked) this.label(c, i, this.names[i], across(i) + radius + 6, down(i), colours.ink);
  }

  label(c, i, name, x, y, colour) {
    const hosts = this.hosts.get(this.names[i]) ?? 0;
    const text = name + (hosts > 0 ? " · " + hosts + (hosts === 1 ? " host" : " hosts") : "");
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
