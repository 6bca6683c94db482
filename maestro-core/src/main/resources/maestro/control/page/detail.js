// One switch: what is known of it, what may be changed, and what is on it.

class Detail {
  /** @param find picks another switch */
  constructor(box, source, close, find) {
    this.box = box;
    this.source = source;
    this.dpid = "";
    const button = element("button", "close", "Close");
    button.type = "button";
    button.addEventListener("click", () => close(this.dpid));
    this.title = element("h3");
    this.terms = element("dl");
    this.changes = new Changes(source, () => this.inside.again());
    this.inside = new Inside(source, find, (name) => this.changes.removeFlow(name));
    const [ports, statics, flows] = this.inside.sheets.map((sheet) => sheet.box);
    const [weight, limit, flow] = this.changes.forms.map(({ form }) => form);
    box.append(button, this.title, this.terms, weight, limit, ports, statics, flow, flows);
  }

  /** Shows a switch with its hosts, if hosts are known; nothing without one. */
  async show(each, hosts) {
    this.box.hidden = !each;
    this.dpid = each?.dpid ?? "";
    if (!each) {
      this.inside.show("", [], false);
      return;
    }
    this.title.textContent = each.name ? each.name + " · " + each.dpid : each.dpid;
    fillTerms(this.terms, this.termsOf(each, hosts));
    const may = await this.source.mayChange();
    if (this.dpid !== each.dpid) return; // another one is shown by now
    this.changes.show(each, may);
    this.inside.show(each.dpid, hosts ?? [], may);
  }

  termsOf(each, hosts) {
    const terms = [
      ["address", each.address], ["protocol", each.protocol], ["weight", String(each.weight)],
      ["rate limit", each.rateLimit === null ? "none" : short(each.rateLimit) + "/s"],
      ["worker", each.worker < 0 ? "none yet" : String(each.worker)], ["connected for", lasting(each.connectedSeconds)],
      ["flow requests", short(each.requests)], ["LLDP frames", short(each.lldpFrames)], ["ports", String(each.ports)],
      ...(hosts === undefined ? [] : [["hosts", String(hosts.length)]]),
      ["output that waits", short(each.pendingOutputBytes) + "B" + (each.congested ? ", congested" : "")],
    ];
    for (const [window, share] of Object.entries(each.windows)) {
      terms.push(["last " + window.replace("s", " s"),
        short(share.rate) + " of " + short(share.fairRate) + "/s, " + percent(share.deviation) + (share.wantsMore ? ", asked for more" : "")]);
    }
    return terms;
  }
}
