// All switches at once: how many have which deviation. A click on a part shows only those.

const EDGES = [-0.5, -0.2, -0.1, -TOLERANCE, TOLERANCE, 0.1, 0.2, 0.5];
const MIDDLE = 4;

/** Below its share, or above. */
const sideOf = (part) => (part < MIDDLE ? "low" : part > MIDDLE ? "high" : "");

const partOf = (deviation) => {
  const part = EDGES.findIndex((edge) => deviation < edge || (deviation === edge && edge > 0));
  return part < 0 ? EDGES.length : part;
};

const edge = (part) => percent(EDGES[part]).replace(".0", "");

function nameOf(part) {
  if (part === 0) return "below " + edge(0);
  if (part === EDGES.length) return "above " + edge(part - 1);
  return edge(part - 1) + " to " + edge(part);
}

class Spread {
  constructor(box, onPick) {
    this.picked = -1;
    this.parts = Array.from({ length: EDGES.length + 1 }, (_, part) => {
      const button = element("button", sideOf(part));
      button.type = "button";
      button.setAttribute("aria-pressed", "false");
      const count = button.appendChild(element("b"));
      const bar = button.appendChild(element("i"));
      button.appendChild(element("span", "", part > 0 ? edge(part - 1) : ""));
      button.addEventListener("click", () => {
        this.picked = this.picked === part ? -1 : part;
        this.parts.forEach((each, i) => each.button.setAttribute("aria-pressed", String(i === this.picked)));
        onPick();
      });
      box.appendChild(button);
      return { button, count, bar };
    });
  }

  /** Whether the picked part, if any, has this deviation. */
  has(deviation) {
    return this.picked < 0 || partOf(deviation) === this.picked;
  }

  show(rows) {
    const counts = this.parts.map(() => 0);
    for (const row of rows) counts[partOf(row.share.deviation)]++;
    const most = Math.max(1, ...counts);
    counts.forEach((count, part) => {
      const { button, bar, count: text } = this.parts[part];
      text.textContent = count > 0 ? count : "";
      bar.style.height = count > 0 ? 2 + Math.round(28 * Math.sqrt(count / most)) + "px" : "0";
      button.title = "Deviation " + nameOf(part) + ": " + counted(count, "switch", "switches");
      button.setAttribute("aria-label", button.title);
    });
  }
}
