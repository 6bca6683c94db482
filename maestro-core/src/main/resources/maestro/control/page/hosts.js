// The hosts, and at which switch they are.

const HOSTS_SHOWN = 100;

/** A table of the first hosts that fit what is searched for. */
class Hosts {
  constructor(section, onPick, onHost) {
    this.section = section;
    this.search = "";
    this.onPick = onPick;
    this.onHost = onHost;
    this.known = { count: 0, hosts: [] };
    section.querySelector("input").addEventListener("input", (event) => {
      this.search = event.target.value.trim().toLowerCase();
      this.write();
    });
  }

  /** Takes the hosts as they are now; the answer has those of each switch. */
  show(known) {
    this.known = known;
    this.section.hidden = known.count === 0;
    this.write();
    const at = new Map();
    for (const host of known.hosts) {
      if (!at.has(host.dpid)) at.set(host.dpid, []);
      at.get(host.dpid).push(host);
    }
    return at;
  }

  fits(host) {
    return [host.mac, host.dpid, ...host.addresses].some((text) => text.toLowerCase().includes(this.search));
  }

  write() {
    const fitting = this.known.hosts.filter((host) => this.fits(host));
    const shown = fitting.slice(0, HOSTS_SHOWN);
    this.section.querySelector("tbody").replaceChildren(...shown.map((host) => this.row(host)));
    const left = fitting.length - shown.length;
    this.section.querySelector("p").textContent = this.known.count + " known" +
      (this.search !== "" ? ", " + fitting.length + " like that" : "") +
      (left > 0 ? "; these are the first " + shown.length : "");
  }

  row(host) {
    const row = element("tr");
    const [mac, at] = [cell(""), cell("")];
    mac.append(linkTo(host.mac, () => this.onHost(host)));
    const link = at.appendChild(linkTo("", () => this.onPick(host.dpid)));
    link.append(element("span", "zeros", host.dpid.slice(0, -brief(host.dpid).length)), brief(host.dpid));
    row.append(
      mac, cell(host.vlan === null ? "none" : String(host.vlan)), cell(host.addresses.join(" ")),
      at, cell(host.portName),
    );
    return row;
  }
}
