// Values over time, as far as the page has seen them.

const KEPT_MS = 5 * 60 * 1000;

/** Between two points that are farther apart there is no line: nothing was seen there. */
const GAP_MS = 12 * 1000;

const CURVE_HEIGHT = 118;

/** One chart: a title with the last value, and lines of the last minutes. */
class Curve {
  /**
   * @param name what it shows, with its unit
   * @param write how a value is written
   * @param label how a value of the axis is written
   */
  constructor(parent, name, write, label = tick) {
    this.write = write;
    this.label = label;
    this.points = []; // {at, values}
    this.pointer = null;
    this.box = element("div", "curve");
    const title = this.box.appendChild(element("div", "title"));
    title.appendChild(element("h2", "", name));
    this.last = title.appendChild(element("output"));
    this.canvas = this.box.appendChild(element("canvas"));
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name + " over the last minutes");
    this.canvas.addEventListener("pointermove", (event) => this.point(event.offsetX));
    this.canvas.addEventListener("pointerleave", () => this.point(null));
    this.box.hidden = true;
    parent.appendChild(this.box);
    whenResized(this.box, () => this.draw());
  }

  /** Adds the values of a moment: one of each line. */
  add(at, values) {
    this.box.hidden = false;
    this.points.push({ at, values });
    while (this.points[0].at < at - KEPT_MS) this.points.shift();
    this.draw();
  }

  point(x) {
    this.pointer = x;
    this.draw();
  }

  draw() {
    const width = this.box.clientWidth;
    if (width === 0 || this.points.length === 0) return;
    const c = fitted(this.canvas, width, CURVE_HEIGHT);
    const end = this.points[this.points.length - 1].at;
    const begin = Math.max(end - KEPT_MS, Math.min(this.points[0].at, end - 60000));
    const highest = Math.max(...this.points.map((point) => Math.max(...point.values)), 0);
    const step = roundStep(highest > 0 ? highest : 3, 3);
    const top = Math.max(step, Math.ceil((highest / step) * 0.9999) * step);
    c.font = "12px " + SANS;
    const left = Math.max(30, ...[step, 2 * step, top].map((value) => c.measureText(this.label(value)).width + 8));
    const xOf = (at) => left + ((at - begin) / (end - begin)) * (width - left - 4);
    const yOf = (value) => 8 + (1 - value / top) * (CURVE_HEIGHT - 32);
    this.axes(c, width, left, step, top, yOf, begin, end, xOf);
    this.lines(c, xOf, yOf);
    this.tell(c, width, left, xOf, end);
  }

  axes(c, width, left, step, top, yOf, begin, end, xOf) {
    c.textBaseline = "middle";
    c.textAlign = "right";
    for (let value = 0; value <= top * 1.001; value += step) {
      const y = Math.round(yOf(value)) + 0.5;
      c.fillStyle = value === 0 ? colours.rule : colours.grid;
      c.fillRect(left, y, width - left, 1);
      c.fillStyle = colours.soft;
      c.fillText(this.label(value), left - 6, y);
    }
    const minutes = (end - begin) / 60000;
    const every = minutes > 2.5 ? 60 : minutes > 1.2 ? 30 : 15;
    c.textBaseline = "alphabetic";
    for (let back = 0; back * 1000 <= end - begin; back += every) {
      const text = back === 0 ? "now" : back % 60 === 0 ? "−" + back / 60 + " min" : "−" + back + " s";
      c.textAlign = back === 0 ? "right" : "center";
      const x = xOf(end - back * 1000);
      if (back === 0 || x > left + 20) c.fillText(text, x, CURVE_HEIGHT - 5);
    }
  }

  lines(c, xOf, yOf) {
    const count = Math.max(...this.points.map((point) => point.values.length));
    c.strokeStyle = colours.got;
    c.lineJoin = "round";
    c.lineWidth = count > 1 ? 1.25 : 1.75;
    c.globalAlpha = count > 4 ? 0.5 : 1;
    for (let line = 0; line < count; line++) {
      c.beginPath();
      let before = -Infinity;
      for (const { at, values } of this.points) {
        if (values[line] === undefined) continue;
        if (at - before > GAP_MS) c.moveTo(xOf(at), yOf(values[line]));
        c.lineTo(xOf(at), yOf(values[line]));
        before = at;
      }
      c.stroke();
    }
    c.globalAlpha = 1;
    c.lineWidth = 1;
  }

  /** Writes the last values, or those under the pointer. */
  tell(c, width, left, xOf, end) {
    let told = this.points[this.points.length - 1];
    let when = "";
    if (this.pointer !== null && this.pointer >= left) {
      const away = (point) => Math.abs(xOf(point.at) - this.pointer);
      told = this.points.reduce((best, point) => (away(point) < away(best) ? point : best));
      c.fillStyle = colours.soft;
      c.fillRect(Math.round(xOf(told.at)), 4, 1, CURVE_HEIGHT - 24);
      when = told.at === end ? "" : lasting((end - told.at) / 1000) + " ago: ";
    }
    const least = Math.min(...told.values);
    const most = Math.max(...told.values);
    const same = this.write(least) === this.write(most);
    this.last.textContent = when + (same ? this.write(most) : this.write(least) + " … " + this.write(most));
  }
}
