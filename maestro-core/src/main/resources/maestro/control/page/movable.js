// A drawing that pointers, wheel and keys move and zoom.

/** What is drawn has `layout`, `width`, `height`, `draw`, `hover`, `hostAt`, `nodeAt` and `names`: the graph. */
class Movable {
  constructor(canvas) {
    this.canvas = canvas;
    this.place = null; // {scale, x, y} once somebody moved or zoomed
  }

  listen(onPick, onHost) {
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
      if (!pointer) return this.hover(x, y);
      const other = [...held.values()].find((each) => each !== pointer);
      moved ||= other !== undefined || Math.hypot(x - pointer.startX, y - pointer.startY) > 4;
      if (!moved) return;
      if (other) this.pinch(pointer, other, x, y);
      else this.shift(x - pointer.x, y - pointer.y);
      [pointer.x, pointer.y] = [x, y];
    });
    const release = (event) => {
      const clicked = event.type === "pointerup" && held.size === 1 && !moved;
      held.delete(event.pointerId);
      if (!clicked) return;
      const host = this.hostAt(event.offsetX, event.offsetY);
      const node = this.nodeAt(event.offsetX, event.offsetY);
      if (host !== null) onHost(host);
      else if (node >= 0) onPick(this.names[node]);
    };
    this.canvas.addEventListener("pointerup", release);
    this.canvas.addEventListener("pointercancel", release);
    this.canvas.addEventListener("pointerleave", () => this.hover(-2 * REACH, -2 * REACH));
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

  /** Where the graph is drawn: all of it, until somebody moves it. */
  placed() {
    if (this.place !== null) return this.place;
    const { left, top, width, height } = this.layout.bounds();
    const scale = Math.min(90, (this.width - 120) / width, (this.height - 2 * HOST_REACH) / height);
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
}
