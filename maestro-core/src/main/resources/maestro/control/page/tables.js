// The figures on top, the workers, and the list for screen readers.

const READ_ALOUD = 50;

/** Fills a list of terms: `[term, value, small text, class]`. */
function fillTerms(list, terms) {
  list.replaceChildren(
    ...terms.map(([term, value, small = "", kind = ""]) => {
      const group = element("div");
      group.appendChild(element("dt", "", term));
      const shown = group.appendChild(element("dd", kind, value));
      if (small !== "") shown.appendChild(element("small", "", small));
      return group;
    }),
  );
}

/** The figures of a status; shares are those of the window. `hogs` names the switches that asked for more. */
function figures(status, window, { rate, lldpRate, hogs }) {
  const total = status.windows[window];
  const terms = [["Flow requests", rate === null ? "…" : short(rate) + "/s", short(status.requests) + " since the start"]];
  if (lldpRate > 0) terms.push(["LLDP frames", short(lldpRate) + "/s", "of discovery, no flow requests"]);
  const joining = status.switchesInHandshake;
  terms.push(["Switches", String(status.switches), joining > 0 ? joining + " in handshake" : "connected"]);
  terms.push(["Asked for more", String(total.wantingMore), hogs || "than they got"]);
  const below = total.lowestDeviation < -TOLERANCE;
  terms.push([
    "Farthest below its share", percent(total.lowestDeviation),
    total.lowestDpid ?? "nobody is", below ? "below" : "",
  ]);
  const probing = status.probingDelay?.windows["10s"];
  if (probing) terms.push(["Probing delay", delay(probing.meanMs), delay(probing.p99Ms) + " at the 99th percentile"]);
  if (status.links !== null) terms.push(["Links", String(status.links), "one way each"]);
  if (status.hosts !== null) terms.push(["Hosts", String(status.hosts), "known"]);
  terms.push(["Delay bound", bound(status.delayBoundMs), status.strategy]);
  return terms;
}

function cell(text) {
  return element("td", "", text);
}

/** Shows the workers with what they did since the answer before. */
class Workers {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector("tbody");
    this.before = null;
  }

  show({ time, workers }) {
    const seconds = this.before === null ? 0 : (Date.parse(time) - Date.parse(this.before.time)) / 1000;
    if (this.before !== null && seconds <= 0 && workers.length === this.before.workers.length) return;
    const rows = workers.map((worker, i) => {
      const before = this.before?.workers[i];
      const known = before !== undefined && seconds > 0 && worker.requests >= before.requests;
      const rate = known ? (worker.requests - before.requests) / seconds : null;
      const batches = known ? worker.batches - before.batches : 0;
      const busy = known ? Math.min(1, (worker.cpuSeconds - before.cpuSeconds) / seconds) : null;
      const row = element("tr");
      row.append(
        cell(String(worker.worker)), cell(String(worker.ibt)), cell(rate === null ? "" : short(rate)),
        cell(batches > 0 ? short((worker.requests - before.requests) / batches) : ""),
      );
      const processor = row.appendChild(cell(""));
      if (busy !== null) {
        const bar = processor.appendChild(element("i", "part"));
        bar.appendChild(element("i")).style.width = 100 * busy + "%";
        processor.append(Math.round(busy * 100) + " %");
      }
      return row;
    });
    this.body.replaceChildren(...rows);
    this.section.hidden = false;
    this.before = { time, workers };
  }
}

/** Writes the first switches as a table, which is not seen but read aloud. */
function readAloud(body, rows) {
  body.replaceChildren(
    ...rows.slice(0, READ_ALOUD).map((row) => {
      const made = element("tr");
      made.dataset.dpid = row.dpid;
      made.append(
        cell(row.each?.name ? row.each.name + " " + row.dpid : row.dpid), cell(short(row.share.rate)), cell(short(row.share.fairRate)),
        cell(percent(row.share.deviation)), cell(row.share.wantsMore ? "yes" : "no"),
      );
      return made;
    }),
  );
}
