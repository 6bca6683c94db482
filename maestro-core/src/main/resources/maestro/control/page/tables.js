// The figures on top, the workers, one switch, and the list for screen readers.

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
  if (probing) terms.push(["Probing delay", short(probing.meanMs) + " ms", short(probing.p99Ms) + " ms at the 99th percentile"]);
  if (status.links !== null) terms.push(["Links", String(status.links), "one way each"]);
  if (status.hosts !== null) terms.push(["Hosts", String(status.hosts), "known"]);
  terms.push(["Delay bound", status.delayBoundMs + " ms", status.strategy]);
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

/** What is known of one switch, and its weight, which an operator with the right may change. */
class Detail {
  /** @param source what can change a weight */
  constructor(box, source, close) {
    this.box = box;
    this.source = source;
    this.dpid = "";
    const button = element("button", "close", "Close");
    button.type = "button";
    button.addEventListener("click", () => close(this.dpid));
    this.title = element("h3");
    this.terms = element("dl");
    box.append(button, this.title, this.terms, this.makeForm());
  }

  makeForm() {
    this.form = element("form");
    this.form.hidden = true;
    const label = this.form.appendChild(element("label", "", "Weight "));
    this.weight = label.appendChild(element("input"));
    Object.assign(this.weight, { type: "number", min: 1, max: 1000, step: 1, required: true });
    this.form.appendChild(element("button", "", "Set"));
    this.said = this.form.appendChild(element("output"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.set(Number(this.weight.value));
    });
    return this.form;
  }

  async set(weight) {
    this.said.textContent = "";
    const problem = await this.source.setWeight(this.dpid, weight);
    this.said.className = problem === "" ? "soft" : "error";
    this.said.textContent = problem || "The weight is " + weight + " until the next reload.";
  }

  /** Shows a switch; nothing without one. */
  async show(each, hosts) {
    this.box.hidden = !each;
    if (!each) {
      this.dpid = "";
      return;
    }
    if (this.dpid !== each.dpid) {
      this.dpid = each.dpid;
      this.title.textContent = each.dpid;
      this.weight.value = each.weight;
      this.said.textContent = "";
    }
    fillTerms(this.terms, this.termsOf(each, hosts));
    this.form.hidden = !(await this.source.mayChange());
  }

  termsOf(each, hosts) {
    const terms = [
      ["address", each.address], ["protocol", each.protocol], ["weight", String(each.weight)],
      ["rate limit", each.rateLimit === null ? "none" : short(each.rateLimit) + "/s"],
      ["worker", each.worker < 0 ? "none yet" : String(each.worker)], ["connected for", lasting(each.connectedSeconds)],
      ["flow requests", short(each.requests)], ["LLDP frames", short(each.lldpFrames)], ["ports", String(each.ports)],
      ...(hosts === undefined ? [] : [["hosts", String(hosts)]]),
      ["output that waits", short(each.pendingOutputBytes) + "B" + (each.congested ? ", congested" : "")],
    ];
    for (const [window, share] of Object.entries(each.windows)) {
      terms.push(["last " + window.replace("s", " s"),
        short(share.rate) + " of " + short(share.fairRate) + "/s, " + percent(share.deviation) + (share.wantsMore ? ", asked for more" : "")]);
    }
    return terms;
  }
}

/** Writes the first switches as a table, which is not seen but read aloud. */
function readAloud(body, rows) {
  body.replaceChildren(
    ...rows.slice(0, READ_ALOUD).map((row) => {
      const made = element("tr");
      made.dataset.dpid = row.dpid;
      made.append(
        cell(row.dpid), cell(short(row.share.rate)), cell(short(row.share.fairRate)),
        cell(percent(row.share.deviation)), cell(row.share.wantsMore ? "yes" : "no"),
      );
      return made;
    }),
  );
}
