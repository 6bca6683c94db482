// Labels that do not cover each other.

/** Room is counted in squares of so many pixels. */
const SQUARE = 6;

const LABEL_HEIGHT = 16;
const LONGEST_LABEL = 24;

/** Names come from switches and from whoever configures them: a label has a bounded part. */
const labelOf = (name) => (name.length > LONGEST_LABEL ? name.slice(0, LONGEST_LABEL - 1) + "…" : name);

/** Which squares of a drawing are taken. */
class Room {
  constructor(width, height) {
    this.across = Math.max(1, Math.ceil(width / SQUARE));
    this.down = Math.max(1, Math.ceil(height / SQUARE));
    this.taken = new Uint8Array(this.across * this.down);
  }

  /** The squares of a rectangle: from, to across, and from, to down; what is outside is left out. */
  squares(x, y, width, height) {
    return [
      Math.max(0, Math.floor(x / SQUARE)), Math.min(this.across, Math.ceil((x + width) / SQUARE)),
      Math.max(0, Math.floor(y / SQUARE)), Math.min(this.down, Math.ceil((y + height) / SQUARE)),
    ];
  }

  /** Whether a rectangle is inside and nothing of it is taken. */
  isFree(x, y, width, height) {
    if (x < 0 || y < 0 || x + width > this.across * SQUARE || y + height > this.down * SQUARE) return false;
    const [left, right, top, bottom] = this.squares(x, y, width, height);
    for (let row = top; row < bottom; row++) {
      for (let i = left; i < right; i++) {
        if (this.taken[row * this.across + i]) return false;
      }
    }
    return true;
  }

  take(x, y, width, height) {
    const [left, right, top, bottom] = this.squares(x, y, width, height);
    for (let row = top; row < bottom; row++) this.taken.fill(1, row * this.across + left, Math.max(row * this.across + left, row * this.across + right));
  }
}

/** Writes labels beside discs: each where it finds room, and not at all without room unless it must be seen. */
class Labels {
  constructor(context, width, height) {
    this.context = context;
    this.width = width;
    this.room = new Room(width, height);
    this.written = new Room(width, height); // labels alone
    context.font = "12px " + MONO;
    context.textBaseline = "middle";
    context.textAlign = "left";
    this.letter = context.measureText("0").width;
  }

  /** Keeps labels away from a disc. */
  avoid(x, y, radius) {
    this.room.take(x - radius, y - radius, 2 * radius, 2 * radius);
  }

  /** Keeps labels away from a line. */
  avoidLine(fromX, fromY, toX, toY) {
    const steps = 1 + Math.floor(Math.hypot(toX - fromX, toY - fromY) / SQUARE);
    for (let i = 0; i <= steps; i++) this.avoid(fromX + ((toX - fromX) * i) / steps, fromY + ((toY - fromY) * i) / steps, 3);
  }

  widthOf(text) {
    return /^[ -~]*$/.test(text) ? this.letter * text.length : this.context.measureText(text).width;
  }

  /** Writes the label of a disc; one that must be seen may cover discs, and labels if nothing else is left. */
  write(text, x, y, radius, colour, must) {
    const width = this.widthOf(text);
    const [away, half] = [radius + SQUARE, LABEL_HEIGHT / 2]; // no square of the disc
    const places = [
      [x + away, y - half], [x - away - width, y - half], [x - width / 2, y + away], [x - width / 2, y - away - LABEL_HEIGHT],
    ];
    const freeIn = (room) => places.find(([left, top]) => room.isFree(left, top, width, LABEL_HEIGHT));
    const free = freeIn(this.room) ?? (must ? freeIn(this.written) : undefined);
    if (free === undefined && !must) return;
    const [left, top] = free ?? [Math.max(0, Math.min(x + away, this.width - width)), y - half];
    this.room.take(left, top, width, LABEL_HEIGHT);
    this.written.take(left, top, width, LABEL_HEIGHT);
    this.put(text, left, top + half, width, colour);
  }

  put(text, left, middle, width, colour) {
    const c = this.context;
    c.fillStyle = colours.page;
    c.globalAlpha = colour === colours.ink ? 0.95 : 0.6;
    c.fillRect(left - 2, middle - LABEL_HEIGHT / 2, width + 4, LABEL_HEIGHT);
    c.globalAlpha = 1;
    c.fillStyle = colour;
    c.fillText(text, left, middle);
  }
}
