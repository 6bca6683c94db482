// Where the data comes from: the paths of /v1/, asked again and again.

const EVERY_MS = 1000;
const PATIENCE_MS = 10000;

/** Every how many rounds a path is asked. */
const ROUNDS = {
  "/v1/status": 1, "/v1/workers": 1, "/v1/switches": 1, "/v1/links": 5, "/v1/applications": 5, "/v1/hosts": 10, "/v1/events": 1,
};

/** What one answer has together; who has seen its last event need not ask for events. */
const OVERVIEW = "/v1/overview";
const TOGETHER = { status: "/v1/status", workers: "/v1/workers", switches: "/v1/switches" };
const EVENTS = "/v1/events";

/** With more switches than this, they are asked for every second round only. */
const MANY = 400;

/**
 * Asks the controller once a second for what its description says it has. Calls `listener.answers`
 * with the answers by path, `listener.gone` while there are none, and `listener.token` when a
 * token is needed.
 */
class Source {
  constructor(listener) {
    this.listener = listener;
    this.offered = null;
    this.round = 0;
    this.switches = 0;
    this.startedAt = "";
    this.lastEvent = "";
    this.lastSeen = null;
    this.timer = 0;
    this.asking = false;
    this.changed = false; // whether something was changed, so that all is asked for
    this.changes = null;
  }

  /** Asks now, and from then on again and again while the page is seen. */
  async next() {
    if (this.asking) return;
    this.asking = true;
    clearTimeout(this.timer);
    const begun = performance.now();
    const ready = await this.ask();
    this.asking = false;
    if (ready && !document.hidden) {
      this.timer = setTimeout(() => this.next(), Math.max(50, EVERY_MS - (performance.now() - begun)));
    }
  }

  async ask() {
    try {
      if (this.offered === null) {
        this.offered = Object.keys((await this.get("/v1/openapi.json")).paths);
        this.round = 0;
        this.changes = null;
      }
      const due = this.offered.filter((path) => path in ROUNDS && (this.changed || this.round % this.every(path) === 0));
      this.changed = false;
      const answers = await (this.hasTogether(due) ? this.together(due) : this.all(due));
      this.round++;
      this.lastSeen = Date.now();
      this.note(answers);
      this.listener.answers(answers);
    } catch (failure) {
      if (failure.status === 401) {
        this.listener.token(sessionStorage.getItem("token") !== null);
        return false;
      }
      if (!(failure instanceof TypeError || failure.status || failure.name === "TimeoutError")) throw failure;
      this.offered = null;
      this.listener.gone(this.lastSeen, failure.status ? failure.message : "");
    }
    return true;
  }

  /** The answers of some paths, by path. */
  async all(paths) {
    const got = await Promise.all(paths.map((path) => this.get(path + this.query(path))));
    return Object.fromEntries(paths.map((path, i) => [path, got[i]]));
  }

  hasTogether(due) {
    return this.offered.includes(OVERVIEW) && Object.values(TOGETHER).every((path) => due.includes(path));
  }

  /** The same with fewer requests. */
  async together(due) {
    const alone = due.filter((path) => path !== EVENTS && !Object.values(TOGETHER).includes(path));
    const answers = await this.all([OVERVIEW, ...alone]);
    const overview = answers[OVERVIEW];
    for (const [part, path] of Object.entries(TOGETHER)) answers[path] = overview[part];
    if (overview.lastEventId !== this.lastEvent) Object.assign(answers, await this.all([EVENTS]));
    return answers;
  }

  every(path) {
    return path === "/v1/switches" && this.switches > MANY ? 2 : ROUNDS[path];
  }

  /** Asks only for the events that are new; a controller that does not know the id gives all. */
  query(path) {
    return path === EVENTS && this.lastEvent !== "" ? "?after=" + encodeURIComponent(this.lastEvent) : "";
  }

  note(answers) {
    if (this.lastEvent !== "") this.changed ||= answers[EVENTS]?.events.some((event) => event.type === "changed");
    this.lastEvent = answers[EVENTS]?.lastId ?? this.lastEvent;
    const status = answers["/v1/status"];
    this.switches = status.switches;
    if (this.startedAt !== "" && this.startedAt !== status.startedAt) {
      this.offered = null; // another controller, which may offer something else
    }
    this.startedAt = status.startedAt;
  }

  /**
   * Whether this page may change the controller. A change without content changes nothing: who may not
   * change is refused for that (401, 403), who may is told that the content is missing (400).
   */
  mayChange() {
    this.changes ??= this.send("PUT", "/v1/switches/0/weight", {}).then((answer) => answer.status === 400, () => false);
    return this.changes;
  }

  /** Sets the weight of a switch; the promise is that of a text, empty when it is done. */
  async setWeight(dpid, weight) {
    try {
      const answer = await this.send("PUT", "/v1/switches/" + dpid + "/weight", { weight });
      if (answer.ok) {
        this.changed = true;
        this.next();
        return "";
      }
      return (await answer.json()).detail;
    } catch {
      return "The controller does not answer.";
    }
  }

  async get(path) {
    const response = await this.send("GET", path);
    if (!response.ok) {
      const failure = new Error(path + ": " + response.status + " " + (await response.text()));
      failure.status = response.status;
      throw failure;
    }
    return response.json();
  }

  send(method, path, content) {
    const token = sessionStorage.getItem("token");
    const headers = token === null ? {} : { Authorization: "Bearer " + token };
    const request = { method, headers, signal: AbortSignal.timeout(PATIENCE_MS) };
    if (content !== undefined) {
      headers["Content-Type"] = "application/json";
      request.body = JSON.stringify(content);
    }
    return fetch(path, request);
  }
}
