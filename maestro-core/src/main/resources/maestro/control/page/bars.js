// The switches as bars: what each got, its fair share, and whether it asked for more.

const HEAD = 24;
const NARROW = 620;

/** A deviation smaller than this is none: neither below nor above. */
const TOLERANCE = 0.05;

/** How long a row takes to appear at its new place, and a bar to its new length: a time constant. */
const SETTLING_MS = 90;

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** below, above or got: the colour of a bar. */
function kindOf(share) {
  return share.deviation < -TOLERANCE ? "below" : share.deviation > TOLERANCE ? "above" : "got";
}

/**
 * Draws the list. The canvas is as large as what is seen of it and stays in place, while the
 * element around it scrolls: a list of thousands costs no more than one of thirty.
 */
class Bars {
  constructor(box, sizer, canvas, onPick) {
    this.box = box;
    this.sizer = sizer;
    this.canvas = canvas;
    this.rows = [];
    this.shown = new Map(); // by dpid: what is drawn of a row just now
    this.most = 0;
    this.logarithmic = false;
    this.picked = "";
    this.hovered = -1;
    this.before = 0;
    this.frame = 0;
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("keydown", (event) => this.key(event, onPick));
    canvas.addEventListener("pointermove", (event) => this.hover(this.rowAt(event)));
    canvas.addEventListener("pointerleave", () => this.hover(-1));
    canvas.addEventListener("click", (event) => {
      const row = this.rows[this.rowAt(event)];
      if (row && !row.rest) onPick(row.dpid);
    });
    whenResized(box, () => this.layOut());
  }

  /** The arrows go from switch to switch, and Escape closes what is open. */
  key(event, onPick) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = this.rows.findIndex((row) => row.dpid === this.picked);
    if (event.key === "Escape" && at >= 0) onPick(this.picked);
    if (step === undefined) return;
    event.preventDefault();
    const next = this.rows[at < 0 ? 0 : at + step];
    if (next && !next.rest) {
      onPick(next.dpid);
      this.reveal(next.dpid);
    }
  }

  /** Shows these rows, in this order: `{dpid, share}`; one that sums others has `rest`, what to say of them. */
  show(rows) {
    this.rows = rows;
    this.target = 0;
    const known = new Set();
    rows.forEach((row, i) => {
      known.add(row.dpid);
      const drawn = this.shown.get(row.dpid);
      if (!drawn) this.shown.set(row.dpid, { at: i, faint: 0, rate: row.share.rate, fair: row.share.fairRate });
      if (!row.rest) this.target = Math.max(this.target, row.share.rate, row.share.fairRate);
    });
    for (const dpid of this.shown.keys()) {
      if (!known.has(dpid)) this.shown.delete(dpid);
    }
    if (this.most === 0 || STILL.matches) this.most = this.target;
    this.layOut();
  }

  setScale(logarithmic) {
    this.logarithmic = logarithmic;
    this.draw();
  }

  pick(dpid) {
    this.picked = dpid;
    this.draw();
  }

  /** Scrolls to the row of a switch, if it has one that is not seen. */
  reveal(dpid) {
    const row = this.rows.findIndex((each) => each.dpid === dpid);
    const at = row * this.rowHeight;
    const seen = at >= this.box.scrollTop && at + this.rowHeight <= this.box.scrollTop + this.height - HEAD;
    if (row >= 0 && !seen) this.box.scrollTop = at - (this.height - HEAD) / 2;
  }

  hover(index) {
    if (index !== this.hovered) {
      this.hovered = index;
      this.draw();
    }
  }

  rowAt(event) {
    const y = event.offsetY - HEAD;
    return y < 0 ? -1 : Math.floor((y + this.box.scrollTop) / this.rowHeight);
  }

  layOut() {
    this.width = this.box.clientWidth;
    if (this.width === 0) return;
    this.narrow = this.width < NARROW;
    this.rowHeight = this.narrow ? 40 : 22;
    const whole = HEAD + this.rows.length * this.rowHeight;
    this.height = Math.min(whole, Math.max(320, Math.round(innerHeight * (this.narrow ? 0.7 : 0.62))));
    this.box.style.height = this.height + 2 + "px";
    this.sizer.style.height = whole + "px";
    this.draw();
  }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.paint(now));
  }

  paint(now) {
    this.frame = 0;
    if (!this.width) return;
    const passed = Math.min(50, now - this.before);
    this.before = now;
    const part = STILL.matches ? 1 : 1 - Math.exp(-passed / SETTLING_MS);
    let moving = Math.abs(this.most - this.target) > this.target * 0.002;
    this.most = moving ? this.most + (this.target - this.most) * part : this.target;
    const c = fitted(this.canvas, this.width, this.height);
    const top = this.box.scrollTop;
    const first = Math.floor(top / this.rowHeight) - 1;
    const last = Math.ceil((top + this.height) / this.rowHeight) + 1;
    this.columns(c);
    this.grid(c);
    c.save();
    c.beginPath();
    c.rect(0, HEAD, this.width, this.height - HEAD);
    c.clip();
    this.rows.forEach((row, i) => {
      const drawn = this.shown.get(row.dpid);
      const away = i < first || i > last;
      const share = row.share;
      if (drawn.at !== i) drawn.faint = 1; // it appears at its new place: no row covers another
      drawn.at = i;
      if (away || STILL.matches) {
        drawn.faint = 0;
        drawn.rate = share.rate;
        drawn.fair = share.fairRate;
      } else {
        drawn.faint = drawn.faint < 0.02 ? 0 : drawn.faint * (1 - part);
        drawn.rate += (share.rate - drawn.rate) * part;
        drawn.fair += (share.fairRate - drawn.fair) * part;
        moving ||= drawn.faint > 0 || Math.abs(share.rate - drawn.rate) > this.target * 0.001;
      }
      if (!away) this.row(c, row, drawn, HEAD + i * this.rowHeight - top, i === this.hovered);
    });
    c.restore();
    if (moving) this.draw();
  }

  /** Where the columns are. */
  columns() {
    if (this.narrow) {
      this.from = 2;
      this.to = this.width - 10;
    } else {
      this.from = 186;
      this.to = this.width - 222;
    }
  }

  /** How long the bar of a rate is. */
  length(rate) {
    const room = (this.to - this.from) * 0.94;
    if (this.most <= 0) return 0;
    if (!this.logarithmic) return (room * Math.min(rate, this.most)) / this.most;
    const decades = Math.max(1, Math.log10(this.most));
    return (room * Math.max(0, Math.log10(Math.max(1, Math.min(rate, this.most))))) / decades;
  }

  marks() {
    if (this.most <= 0) return [0];
    if (this.logarithmic) {
      return Array.from({ length: Math.floor(Math.log10(Math.max(1, this.most))) + 1 }, (_, i) => 10 ** i);
    }
    const step = roundStep(this.most, this.narrow ? 3 : 5);
    return Array.from({ length: Math.floor(this.most / step) + 1 }, (_, i) => i * step);
  }

  grid(c) {
    c.font = "12px " + SANS;
    c.textBaseline = "middle";
    c.textAlign = "center";
    let free = -1;
    for (const rate of this.marks()) {
      const x = Math.round(this.from + this.length(rate)) + 0.5;
      c.fillStyle = colours.grid;
      c.fillRect(x - 0.5, HEAD - 3, 1, this.height);
      const text = tick(rate);
      const half = c.measureText(text).width / 2;
      const centre = Math.max(x, half);
      if (centre - half > free) {
        c.fillStyle = colours.soft;
        c.fillText(text, centre, HEAD / 2);
        free = centre + half + 8;
      }
    }
    if (!this.narrow) {
      c.fillStyle = colours.soft;
      c.textAlign = "left";
      c.fillText("datapath id", 2, HEAD / 2);
      c.textAlign = "right";
      c.fillText("got", this.width - 146, HEAD / 2);
      c.fillText("fair share", this.width - 70, HEAD / 2);
      c.fillText("deviation", this.width - 4, HEAD / 2);
    }
    c.fillStyle = colours.rule;
    c.fillRect(0, HEAD - 1, this.width, 1);
  }

  row(c, row, drawn, y, hovered) {
    const height = this.rowHeight;
    if (hovered || row.dpid === this.picked) {
      c.fillStyle = colours.field;
      c.fillRect(0, y, this.width, height);
      if (row.dpid === this.picked) {
        c.fillStyle = colours.ink;
        c.fillRect(0, y, 2, height);
      }
    }
    const kind = kindOf(row.share);
    const middle = this.narrow ? y + 12 : y + height / 2;
    this.name(c, row, middle);
    c.font = "12.5px " + SANS;
    c.textAlign = "right";
    c.fillStyle = colours.ink;
    c.fillText(short(row.share.rate) + (this.narrow ? " of " + short(row.share.fairRate) : ""), this.width - (this.narrow ? 72 : 146), middle);
    if (!this.narrow) {
      c.fillStyle = colours.soft;
      c.fillText(short(row.share.fairRate), this.width - 70, middle);
    }
    c.fillStyle = kind === "got" ? colours.soft : colours[kind];
    c.fillText(percent(row.share.deviation), this.width - 4, middle);
    if (row.rest) this.rest(c, row, this.narrow ? y + 28 : middle);
    else this.bar(c, row, drawn, kind, this.narrow ? y + 23 : y + 5, this.narrow ? 10 : height - 10);
    c.globalAlpha = drawn.faint;
    c.fillStyle = colours.page;
    c.fillRect(0, y, this.width, height);
    c.globalAlpha = 1;
  }

  /** What there is to say of switches that are summed. */
  rest(c, row, middle) {
    c.textAlign = "left";
    c.fillStyle = colours.soft;
    c.fillText(row.rest, this.from + 4, middle, this.to - this.from);
  }

  /** The name that the switch was given, or its datapath id; zeros that lead that are dim. */
  name(c, row, middle) {
    c.font = "12px " + MONO;
    c.textAlign = "left";
    if (row.each?.name) {
      c.fillStyle = colours.ink;
      return c.fillText(labelOf(row.each.name), 6, middle, this.narrow ? this.width / 2 : this.from - 12);
    }
    const zeros = /^(00:)*/.exec(row.dpid)[0];
    const shown = this.narrow && this.width < 480 ? "" : zeros;
    c.fillStyle = colours.soft;
    c.globalAlpha = 0.55;
    c.fillText(shown, 6, middle);
    c.globalAlpha = 1;
    c.fillStyle = colours.ink;
    c.fillText(row.dpid.slice(zeros.length), 6 + c.measureText(shown).width, middle);
  }

  bar(c, row, drawn, kind, y, height) {
    const got = Math.max(drawn.rate > 0 ? 1.5 : 0, this.length(drawn.rate));
    c.fillStyle = colours[kind];
    c.fillRect(this.from, y, got, height);
    const offered = row.share.offeredRate;
    if (row.share.wantsMore) {
      for (let i = 0; i < 4; i++) {
        c.globalAlpha = 0.8 - 0.18 * i;
        c.fillRect(this.from + got + 2 + i * 4, y, 2, height);
      }
      c.globalAlpha = 1;
    } else if (offered !== null && offered > row.share.rate * 1.001) {
      c.strokeStyle = colours[kind];
      c.strokeRect(this.from + got, y + 0.5, this.length(offered) - got, height - 1);
    }
    const fair = Math.round(this.from + this.length(drawn.fair));
    c.fillStyle = colours.page;
    c.fillRect(fair - 2, y - 3, 4, height + 6);
    c.fillStyle = colours.ink;
    c.fillRect(fair - 1, y - 3, 2, height + 6);
  }
}
