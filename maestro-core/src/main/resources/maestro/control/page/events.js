// What happened, and what became of the applications.

const EVENTS_KEPT = 1000;
const EVENTS_SHOWN = 100;

/** The last events, the newest first, as far as they fit what is searched for. */
class Events {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector("tbody");
    this.none = section.querySelector(".empty");
    this.search = "";
    this.kept = [];
    section.querySelector("input").addEventListener("input", (event) => {
      this.search = event.target.value.trim().toLowerCase();
      this.show();
    });
  }

  /** Adds events, the oldest first. */
  add(events) {
    this.kept = events.slice(-EVENTS_KEPT).reverse().concat(this.kept).slice(0, EVENTS_KEPT);
    if (events.length > 0 || this.section.hidden) this.show();
  }

  fits(event) {
    return [event.text, event.type, event.severity].some((text) => text.toLowerCase().includes(this.search));
  }

  show() {
    const fitting = this.kept.filter((event) => this.fits(event)).slice(0, EVENTS_SHOWN);
    this.body.replaceChildren(...fitting.map((event) => this.row(event)));
    this.section.querySelector(".scrolls").hidden = fitting.length === 0;
    this.none.hidden = fitting.length > 0;
    this.none.textContent = this.kept.length === 0 ? "Nothing has happened yet." : "No event is like that.";
    this.section.hidden = false;
  }

  row(event) {
    const row = element("tr");
    const at = new Date(event.time);
    const today = at.toDateString() === new Date().toDateString();
    const time = cell("").appendChild(element("time", "", today ? at.toLocaleTimeString() : at.toLocaleString()));
    time.dateTime = time.title = event.time;
    const severity = cell(event.severity);
    severity.className = event.severity;
    const text = cell(event.text);
    text.title = event.type;
    row.append(time.parentNode, severity, text);
    return row;
  }
}

/** Shows the applications: those that were taken out first, then those with the most faults. */
function showApplications(section, { applications }) {
  const worst = (a, b) => b.takenOut - a.takenOut || b.faults / b.faultBudget - a.faults / a.faultBudget;
  const rows = applications.toSorted(worst).map((each) => {
    const row = element("tr");
    const name = cell(each.name);
    name.title = "version " + each.version + ", in " + (each.sequences.join(", ") || "no sequence");
    const faults = cell(tick(each.faults) + " of " + tick(each.faultBudget));
    const state = cell(each.takenOut ? "taken out" : each.sequences.length > 0 ? "runs" : "not in use");
    if (each.takenOut) state.className = "error";
    else if (each.faults > 0) faults.className = "warning";
    const slow = cell(short(each.slowStages));
    slow.title = "stages that took longer than slow-stage";
    row.append(name, state, faults, slow);
    return row;
  });
  section.querySelector("tbody").replaceChildren(...rows);
  section.hidden = rows.length === 0;
}
