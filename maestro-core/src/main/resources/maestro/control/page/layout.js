// Places for the nodes of a graph: linked nodes attract each other, all nodes repel each other.

/** How many pairs of nodes are looked at in a step, for how long and how many steps are done in a frame. */
const PAIRS_A_STEP = 2.5e5;
const MS_A_FRAME = 5;
const STEPS_A_FRAME = 8;

const COOLING = 0.985;
const COLD = 0.01;

/** The length of a link is about 1. */
class Layout {
  constructor() {
    this.index = new Map(); // by name
    this.x = new Float64Array(0);
    this.y = new Float64Array(0);
    this.edges = [];
    this.heat = 0;
    this.turn = 0;
  }

  /** Takes another graph: the names of its nodes, and pairs of indices. Known nodes keep their places. */
  take(names, edges) {
    const before = this.index;
    const [oldX, oldY] = [this.x, this.y];
    const count = names.length;
    this.index = new Map(names.map((name, i) => [name, i]));
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.dx = new Float64Array(count);
    this.dy = new Float64Array(count);
    this.edges = edges;
    let known = 0;
    names.forEach((name, i) => {
      const at = before.get(name);
      const far = 0.6 * Math.sqrt(i + 1);
      this.x[i] = at === undefined ? far * Math.cos(2.4 * i) : oldX[at];
      this.y[i] = at === undefined ? far * Math.sin(2.4 * i) : oldY[at];
      if (at !== undefined) known++;
    });
    this.heat = known > count / 2 ? 0.2 : 1;
  }

  get settled() {
    return this.heat < COLD;
  }

  /** Does the steps of a frame. There are some 300 of bounded work, so the time of a layout is bounded. */
  advance() {
    const pairs = (this.x.length * this.x.length) / 2;
    const until = performance.now() + MS_A_FRAME;
    for (let i = 0; i < STEPS_A_FRAME && !this.settled; i++) {
      this.step(Math.max(1, Math.ceil(pairs / PAIRS_A_STEP)));
      if (performance.now() > until) return;
    }
  }

  /** With a stride of n, each node meets every nth other one only, which counts for n. */
  step(stride) {
    const { x, y, dx, dy } = this;
    const count = x.length;
    for (let i = 0; i < count; i++) {
      dx[i] = -0.05 * x[i];
      dy[i] = -0.05 * y[i];
    }
    this.turn = (this.turn + 1) % stride;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1 + ((this.turn + i) % stride); j < count; j += stride) {
        const across = x[i] - x[j];
        const down = y[i] - y[j];
        const push = (0.5 * stride) / (across * across + down * down + 1e-4);
        dx[i] += across * push;
        dy[i] += down * push;
        dx[j] -= across * push;
        dy[j] -= down * push;
      }
    }
    for (const [a, b] of this.edges) {
      const across = x[a] - x[b];
      const down = y[a] - y[b];
      const pull = Math.hypot(across, down);
      dx[a] -= across * pull;
      dy[a] -= down * pull;
      dx[b] += across * pull;
      dy[b] += down * pull;
    }
    const most = 0.1 * Math.sqrt(count + 10) * this.heat;
    for (let i = 0; i < count; i++) {
      const force = Math.hypot(dx[i], dy[i]);
      const part = force > 0 ? Math.min(0.1, most / force) : 0;
      x[i] += dx[i] * part;
      y[i] += dy[i] * part;
    }
    this.heat *= COOLING;
  }

  /** The rectangle of all nodes: left, top, width, height. */
  bounds() {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.x.length; i++) {
      left = Math.min(left, this.x[i]);
      right = Math.max(right, this.x[i]);
      top = Math.min(top, this.y[i]);
      bottom = Math.max(bottom, this.y[i]);
    }
    return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  }
}
