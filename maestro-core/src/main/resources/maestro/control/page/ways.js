// Where a host is, and which way packets take from one end to another.

const ENDS_OFFERED = 300;
const ENDS_NAMED = 3;

/** Finds hosts and switches by address or name, and lights the way between two. */
class Ways {
  /** @param listener with `light(way, hosts)` for the graph and `find(dpid)`, which picks a switch */
  constructor(form, said, source, listener) {
    [this.from, this.to] = form.querySelectorAll("input");
    this.offers = form.querySelector("datalist");
    this.clear = form.querySelector('button[type="button"]');
    this.said = said;
    this.source = source;
    this.listener = listener;
    this.hosts = [];
    this.switches = [];
    this.round = 0;
    this.links = null; // those for which the way that is lit was asked
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.find();
    });
    this.clear.addEventListener("click", () => {
      this.from.value = this.to.value = "";
      this.find();
    });
    form.addEventListener("focusin", () => this.offer());
  }

  /** What can be typed: the first hosts and named switches. */
  offer() {
    const names = [...this.switches.flatMap((each) => each.name || []), ...this.hosts.map(hostName)].slice(0, ENDS_OFFERED);
    this.offers.replaceChildren(...names.map((name) => Object.assign(element("option"), { value: name })));
  }

  /** Takes a click on a host: the first is one end, the second the other, a third begins anew. */
  pick(host) {
    const text = host.vlan === null ? hostName(host) : host.mac;
    const second = this.from.value !== "" && this.to.value === "" && this.from.value !== text;
    if (second) this.to.value = text;
    else [this.from.value, this.to.value] = [text, ""];
    this.find();
  }

  /** The links have changed or may have: a way that is lit is asked for again. */
  again(links) {
    if (this.to.value !== "" && this.links !== null && this.links !== links) this.find();
    this.links = links;
  }

  /** The ends that a text may mean: those that are called like that, or else those with it in an address or name. */
  ends(typed) {
    const text = typed.trim().toLowerCase();
    const all = [
      ...this.hosts.map((host) => ({ host, dpid: host.dpid, title: hostName(host), texts: [host.mac, ...host.addresses] })),
      ...this.switches.map((each) => ({
        dpid: each.dpid, title: each.name || brief(each.dpid), texts: [each.dpid, brief(each.dpid), ...(each.name ? [each.name] : [])],
      })),
    ];
    const like = (fits) => all.filter((end) => end.texts.some((each) => fits(each.toLowerCase())));
    const exact = like((each) => each === text);
    return exact.length > 0 ? exact : like((each) => each.includes(text));
  }

  /** The one end that a text means; says so when there is none or more than one. */
  end(typed) {
    const ends = this.ends(typed);
    if (ends.length === 1) return ends[0];
    const some = ends.slice(0, ENDS_NAMED).map((end) => labelOf(end.title)).join(", ");
    this.say("error", ends.length === 0 ? "Nothing known is like " + typed + "." : ends.length + " are like " + typed + ": " + some + (ends.length > ENDS_NAMED ? ", …" : "") + ".");
    return null;
  }

  say(kind, text, ...more) {
    const line = element("p", kind, text);
    this.said.replaceChildren(...(text === "" ? [] : [line]), ...more);
  }

  async find() {
    const round = ++this.round;
    this.clear.hidden = this.from.value === "" && this.to.value === "";
    this.listener.light([], []);
    if (this.from.value.trim() === "") return this.say("", "");
    const from = this.end(this.from.value);
    if (from === null) return undefined;
    if (this.to.value.trim() === "") return this.where(from);
    const to = this.end(this.to.value);
    if (to === null) return undefined;
    // The controller looks hosts up without VLAN: the switch of one in a VLAN is an end as well.
    const asked = ({ host, dpid }) => encodeURIComponent(host && host.vlan === null ? host.mac : dpid);
    const { answer, problem } = await this.source.ask("/v1/paths?from=" + asked(from) + "&to=" + asked(to));
    if (round !== this.round) return undefined; // another way is wanted by now
    if (!answer) return this.say("error", problem);
    return this.way(from, to, answer.hops);
  }

  where({ host, dpid, title }) {
    this.listener.light([dpid], host ? [hostKey(host)] : []);
    const text = host
      ? [host.mac, ...host.addresses].join(" ") + (host.vlan === null ? "" : " in VLAN " + host.vlan) + " is at port " + host.portName + " of "
      : "This is ";
    const line = element("p", "", text);
    line.append(linkTo("switch " + (host ? dpid : labelOf(title) + " (" + dpid + ")"), () => this.listener.find(dpid)), ".");
    this.said.replaceChildren(line);
  }

  way(from, to, hops) {
    this.listener.light(hops.map((hop) => hop.dpid), [from, to].flatMap((end) => (end.host ? [hostKey(end.host)] : [])));
    const list = element("ol", "way");
    list.append(...hops.map((hop) => {
      const line = element("li");
      const named = this.switches.find((each) => each.dpid === hop.dpid)?.name;
      const ports = [hop.inPortName && "in by port " + hop.inPortName, hop.outPortName && "out by port " + hop.outPortName];
      line.append(
        linkTo(named ? labelOf(named) : brief(hop.dpid), () => this.listener.find(hop.dpid)),
        " " + ports.filter(Boolean).join(", ") + (hop.alternatives > 1 ? ", one of " + hop.alternatives + " links" : ""),
      );
      return line;
    }));
    const count = counted(hops.length, "switch", "switches");
    this.say("", labelOf(from.title) + " to " + labelOf(to.title) + ": " + count, list);
  }
}
