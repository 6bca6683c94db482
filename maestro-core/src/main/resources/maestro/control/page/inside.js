// What is on a switch: its ports with what is behind them, its static flows, its flow entries.

/** How often an open switch is asked for its entries and ports. */
const LOOK_MS = 5000;

const FLOWS_SHOWN = 200;

/** With each so many entries more, the switch is asked that much less often. */
const MANY_FLOWS = 1000;

const AT_A_PORT = 3;

/** A table with a title and a note, which scrolls. */
class Sheet {
  constructor(title, heads) {
    this.box = element("section", "sheet");
    this.box.hidden = true;
    const head = this.box.appendChild(element("div", "title"));
    head.appendChild(element("h4", "", title));
    this.note = head.appendChild(element("p", "soft"));
    this.scrolls = this.box.appendChild(element("div", "scrolls"));
    Object.assign(this.scrolls, { tabIndex: 0, ariaLabel: title });
    this.scrolls.setAttribute("role", "region");
    const table = this.scrolls.appendChild(element("table"));
    table.createTHead().append(element("tr"));
    table.tHead.rows[0].append(...heads.map((text) => element("th", "", text)));
    this.body = table.createTBody();
  }

  /** Shows rows of cells: texts or elements. Nothing is shown without rows and note. */
  fill(rows, note = "") {
    this.box.hidden = rows.length === 0 && note === "";
    this.scrolls.hidden = rows.length === 0;
    this.note.textContent = note;
    this.body.replaceChildren(...rows.map((cells) => {
      const row = element("tr");
      row.append(...cells.map((each) => {
        const made = cell(typeof each === "string" ? each : "");
        if (typeof each !== "string") made.append(each);
        return made;
      }));
      return row;
    }));
  }
}

/** A number that may not be known. */
const known = (value) => (typeof value === "number" ? short(value) : "–");

/** A button that looks like a link. */
function linkTo(text, onClick) {
  const button = element("button", "link", text);
  button.type = "button";
  button.addEventListener("click", onClick);
  return button;
}

class Inside {
  /** @param find picks another switch */
  constructor(source, find, onRemove) {
    this.source = source;
    this.find = find;
    this.onRemove = onRemove;
    this.dpid = "";
    this.next = 0;
    this.ports = new Sheet("Ports", ["port", "name", "state", "speed", "leads to", "packets in", "packets out", "errors", "dropped"]);
    this.statics = new Sheet("Static flows", ["name", "priority", "match", "actions", "state", ""]);
    this.flows = new Sheet("Flow entries", ["table", "priority", "match", "actions", "packets", "bytes", "application"]);
    this.sheets = [this.ports, this.statics, this.flows];
  }

  /** Asks at once, if a switch is shown. */
  again() {
    this.next = 0;
  }

  /** Shows a switch; asks when it is another one than before, or when some time has passed. */
  async show(dpid, hosts, may) {
    if (this.dpid !== dpid) {
      this.dpid = dpid;
      this.next = 0;
      for (const each of this.sheets) each.fill([]);
    }
    const now = performance.now();
    if (dpid === "" || now < this.next) return;
    this.next = now + LOOK_MS;
    const path = "/v1/switches/" + dpid;
    const asked = [path + "/ports", "/v1/static-flows", path + "/flows"].map((each) => this.source.ask(each));
    const shown = [(said) => this.showPorts(said, hosts), (said) => this.showStatics(said, may), (said) => this.showFlows(said)];
    await Promise.all(asked.map(async (each, i) => {
      const said = await each;
      if (this.dpid === dpid) shown[i](said);
    }));
  }

  /** A controller that does not tell of ports has those at which hosts are. */
  showPorts({ answer }, hosts) {
    const told = Array.isArray(answer) ? answer : answer?.ports;
    const ports = told ?? [...new Map(hosts.map((host) => [host.port, { port: host.port, name: host.portName }])).values()];
    const sum = (a, b) => (typeof a === "number" || typeof b === "number" ? short((a ?? 0) + (b ?? 0)) : "–");
    this.ports.fill(ports.toSorted((a, b) => a.port - b.port).map((port) => [
      String(port.port), labelOf(String(port.name ?? "")), port.up === undefined ? "–" : port.up ? "up" : "down",
      port.speedMbps > 0 ? bits(port.speedMbps * 1e6) : "–", this.behind(port, hosts),
      known(port.rxPackets), known(port.txPackets), sum(port.rxErrors, port.txErrors), sum(port.rxDropped, port.txDropped),
    ]), ports.length === 0 ? "none known" : "");
  }

  /** The switch or the hosts behind a port. */
  behind({ port, peer }, hosts) {
    if (peer) return linkTo(brief(peer.dpid) + " port " + peer.port, () => this.find(peer.dpid));
    const there = hosts.filter((host) => host.port === port);
    const left = there.length - AT_A_PORT;
    return there.slice(0, AT_A_PORT).map(hostName).join(" ") + (left > 0 ? " and " + left + " more" : "");
  }

  showStatics({ answer }, may) {
    const all = (answer?.staticFlows ?? []).filter((flow) => flow.dpid === this.dpid);
    this.statics.fill(all.map((flow) => [
      flow.name, String(flow.priority), matchText(flow.match), flow.actions.join(", ") || "drop",
      flow.state + (flow.reason ? ": " + flow.reason : ""), may ? linkTo("remove", () => this.onRemove(flow.name)) : "",
    ]));
  }

  showFlows({ answer, problem }) {
    if (!answer) return this.flows.fill([], problem);
    const flows = answer.flows.toSorted((a, b) => a.table - b.table || b.priority - a.priority);
    this.next += LOOK_MS * Math.floor(flows.length / MANY_FLOWS);
    const left = flows.length - FLOWS_SHOWN;
    const note = (answer.whole ? "" : "at least ") + flows.length + (left > 0 ? "; these are the first " + FLOWS_SHOWN : "");
    this.flows.fill(flows.slice(0, FLOWS_SHOWN).map((flow) => [
      String(flow.table), String(flow.priority), matchText(flow.match), flow.actions.join(", ") || "drop",
      known(flow.packets), known(flow.bytes), flow.application ?? "",
    ]), note);
  }
}
