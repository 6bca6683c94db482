// What an operator with the right may change at a switch: weight, rate limit, static flows.

/** A form of one line: fields as `[label, properties of its input]`, and a button. `onSubmit` tells what came of it. */
function lineForm(fields, button, onSubmit) {
  const form = element("form");
  form.hidden = true;
  const inputs = fields.map(([name, properties]) => {
    const label = form.appendChild(element("label", "", name + " "));
    return Object.assign(label.appendChild(element("input")), properties);
  });
  form.appendChild(element("button", "", button));
  const said = form.appendChild(element("output"));
  const say = (problem, done = "") => {
    said.className = problem === "" ? "soft" : "error";
    said.textContent = problem || done;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    onSubmit(inputs.map((input) => input.value.trim()), say);
  });
  return { form, inputs, say };
}

/** A match as people write it: `in_port=1, eth_type=0x800`; `any` has no field. Null when it is none. */
function matchOf(text) {
  if (text === "any") return {};
  const fields = text.split(/[\s,]+/).filter((field) => field !== "").map((field) => /^([^=]+)=(.+)$/.exec(field));
  return fields.length === 0 || fields.includes(null) ? null : Object.fromEntries(fields.map(([, name, value]) => [name, value]));
}

/** A match as people write it. */
const matchText = (match) => Object.entries(match).map(([name, value]) => name + "=" + value).join(", ") || "any";

class Changes {
  constructor(source, onChanged) {
    this.source = source;
    this.onChanged = onChanged;
    this.dpid = "";
    this.weight = lineForm([["Weight", { type: "number", min: 1, max: 1000, step: 1, required: true }]], "Set",
      ([weight], say) => this.set("weight", { weight: Number(weight) }, say, "The weight is " + weight + " until the next reload."));
    this.limit = lineForm([["Rate limit, per s", { type: "number", min: 1, step: 1, placeholder: "none" }]], "Set",
      ([text], say) => this.set("rate-limit", { rateLimit: text === "" ? null : Number(text) }, say,
        (text === "" ? "There is no rate limit" : "The rate limit is " + text + "/s") + " until the next reload."));
    this.flow = lineForm([
      ["Name", { required: true, maxLength: 64, pattern: "[A-Za-z0-9._\\-]+" }],
      ["Priority", { type: "number", min: 0, max: 65535, value: 500, required: true }],
      ["Match", { className: "wide", required: true, placeholder: "in_port=1, eth_type=0x800, or any" }],
      ["Actions", { className: "wide", placeholder: "output:2; none drops" }],
    ], "Put static flow", (values, say) => this.putFlow(values, say));
    this.forms = [this.weight, this.limit, this.flow];
  }

  /** Shows the switch that is to be changed; what was typed stays while it is the same. */
  show({ dpid, weight, rateLimit }, may) {
    if (this.dpid !== dpid) {
      this.dpid = dpid;
      this.weight.inputs[0].value = weight;
      this.limit.inputs[0].value = rateLimit ?? "";
      for (const each of this.forms) each.say("");
    }
    for (const each of this.forms) each.form.hidden = !may;
  }

  /** Asks for a change; its outcome is told unless another switch is shown by then. */
  async ask(method, path, content, say, done) {
    const dpid = this.dpid;
    const problem = await this.source.change(method, path, content);
    if (dpid !== this.dpid) return;
    say(problem, done);
    if (problem === "") this.onChanged();
  }

  set(what, content, say, done) {
    return this.ask("PUT", "/v1/switches/" + this.dpid + "/" + what, content, say, done);
  }

  /** Puts a static flow, but not in the place of one of another switch, which would lose it unseen. */
  async putFlow([name, priority, matchTyped, actionsTyped], say) {
    const match = matchOf(matchTyped);
    if (match === null) return say("Match: a field is NAME=VALUE; any matches every packet.");
    const dpid = this.dpid;
    const { answer, problem } = await this.source.ask("/v1/static-flows");
    if (dpid !== this.dpid) return;
    if (!answer) return say(problem);
    const before = answer.staticFlows.find((flow) => flow.name === name);
    if (before && before.dpid !== dpid) return say("Switch " + before.dpid + " has a static flow of that name.");
    const actions = actionsTyped.split(/[\s,]+/).filter((action) => action !== "");
    return this.ask("PUT", "/v1/static-flows/" + encodeURIComponent(name), { dpid, priority: Number(priority), match, actions },
      say, "The static flow " + name + (before ? " is another one now." : " is put."));
  }

  removeFlow(name) {
    return this.ask("DELETE", "/v1/static-flows/" + encodeURIComponent(name), undefined, this.flow.say,
      "The static flow " + name + " is removed.");
  }
}
