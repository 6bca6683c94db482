// Where the data comes from: an overview that the controller sends once a second, and the paths of
// /v1/ that change less often.

/** How long nothing may come. */
const PATIENCE_MS = 10000;

/** The pause before the page asks again; each one without an answer doubles the next. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** With every how many overviews a path is asked. */
const ROUNDS = { "/v1/links": 5, "/v1/applications": 5, "/v1/hosts": 10 };

/** What has other paths together; who has seen its last event need not ask for events. */
const OVERVIEW = "/v1/overview";
const TOGETHER = { status: "/v1/status", workers: "/v1/workers", switches: "/v1/switches" };
const EVENTS = "/v1/events";

/** With more switches than this, every second overview shows them. */
const MANY = 400;

/**
 * Listens to the overviews of the controller, and asks for the other paths that its description
 * has. Calls `listener.answers` with the answers by path, `listener.gone` while there are none, and
 * `listener.token` when a token is needed.
 */
class Source {
  constructor(listener) {
    this.listener = listener;
    this.offered = [];
    this.round = 0;
    this.switches = 0;
    this.lastEvent = "";
    this.lastSeen = null;
    this.listening = false;
    this.stream = null;
    this.wake = () => {}; // ends a pause
    this.changed = false; // whether something was changed, so that all is asked for
    this.changes = null;
  }

  /** Listens from now on while the page is seen, and again and again when the controller is gone. */
  async next() {
    this.wake();
    if (this.listening) return;
    this.listening = true;
    try {
      let pauseMs = FIRST_PAUSE_MS;
      while (!document.hidden) {
        const before = this.lastSeen;
        if (!(await this.listen())) return;
        pauseMs = this.lastSeen === before ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
        if (!document.hidden) await this.pause(pauseMs);
      }
    } finally {
      this.listening = false;
    }
  }

  pause(pauseMs) {
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, pauseMs);
    });
  }

  /** Listens no more until `next`: a page that nobody sees asks nothing. */
  stop() {
    this.stream?.abort();
  }

  /** Listens until there is no more to hear. Whether to go on: not without a token. */
  async listen() {
    const stream = new AbortController();
    this.stream = stream;
    const before = this.lastSeen;
    try {
      this.offered = Object.keys((await this.get("/v1/openapi.json")).paths);
      this.round = 0;
      this.changes = null;
      for await (const overview of this.overviews(stream)) this.show(await this.complete(overview));
    } catch (failure) {
      if (failure.status === 401) {
        this.listener.token(sessionStorage.getItem("token") !== null);
        return false;
      }
      const known = failure instanceof TypeError || failure.status || ["AbortError", "TimeoutError"].includes(failure.name);
      if (!known) throw failure;
      const heard = this.lastSeen !== before; // then the next try says whether it is gone
      if (!heard && failure.name !== "AbortError") this.listener.gone(this.lastSeen, failure.status ? failure.message : "");
    } finally {
      stream.abort();
    }
    return true;
  }

  /** The overviews as they come; of those that come together, the newest. */
  async *overviews(stream) {
    const late = () => stream.abort(new DOMException("nothing came", "TimeoutError"));
    let timer = setTimeout(late, PATIENCE_MS);
    try {
      const response = await this.send("GET", OVERVIEW, { accept: "text/event-stream", signal: stream.signal });
      if (!response.ok) throw await failureOf(OVERVIEW, response);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return;
        const events = (text + value).split("\n\n");
        text = events.pop();
        const newest = events.findLast((event) => event.startsWith("event: overview\n"));
        if (newest !== undefined) yield JSON.parse(newest.slice(newest.indexOf("data: ") + 6));
        timer = setTimeout(late, PATIENCE_MS);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** The answers by path: those of the overview, and others that are due. */
  async complete(overview) {
    const all = this.changed;
    const due = this.offered.filter((path) => path in ROUNDS && (all || this.round % ROUNDS[path] === 0));
    if (overview.lastEventId !== this.lastEvent) due.push(EVENTS);
    this.changed = false;
    const got = await Promise.all(due.map((path) => this.get(path + this.query(path))));
    const answers = Object.fromEntries(due.map((path, i) => [path, got[i]]));
    for (const [part, path] of Object.entries(TOGETHER)) answers[path] = overview[part];
    if (this.switches > MANY && this.round % 2 === 1 && !all) delete answers[TOGETHER.switches];
    return answers;
  }

  show(answers) {
    this.round++;
    this.lastSeen = Date.now();
    if (this.lastEvent !== "") this.changed ||= answers[EVENTS]?.events.some((event) => event.type === "changed");
    this.lastEvent = answers[EVENTS]?.lastId ?? this.lastEvent;
    this.switches = answers[TOGETHER.status].switches;
    this.listener.answers(answers);
  }

  /** Asks only for the events that are new; a controller that does not know the id gives all. */
  query(path) {
    return path === EVENTS && this.lastEvent !== "" ? "?after=" + encodeURIComponent(this.lastEvent) : "";
  }

  /**
   * Whether this page may change the controller. A change without content changes nothing: who may not
   * change is refused for that (401, 403), who may is told that the content is missing (400).
   */
  mayChange() {
    this.changes ??= this.send("PUT", "/v1/switches/0/weight", { content: {} }).then((answer) => answer.status === 400, () => false);
    return this.changes;
  }

  /** Sets the weight of a switch; the promise is that of a text, empty when it is done. */
  async setWeight(dpid, weight) {
    try {
      const answer = await this.send("PUT", "/v1/switches/" + dpid + "/weight", { content: { weight } });
      if (answer.ok) {
        this.changed = true; // the controller sends an overview at once
        return "";
      }
      return (await answer.json()).detail;
    } catch {
      return "The controller does not answer.";
    }
  }

  async get(path) {
    const response = await this.send("GET", path);
    if (!response.ok) throw await failureOf(path, response);
    return response.json();
  }

  /** Sends a request; without a signal of its own, the answer must come in time. */
  send(method, path, { content, accept, signal = AbortSignal.timeout(PATIENCE_MS) } = {}) {
    const token = sessionStorage.getItem("token");
    const headers = token === null ? {} : { Authorization: "Bearer " + token };
    if (accept !== undefined) headers.Accept = accept;
    const request = { method, headers, signal };
    if (content !== undefined) {
      headers["Content-Type"] = "application/json";
      request.body = JSON.stringify(content);
    }
    return fetch(path, request);
  }
}

/** An answer that refuses, as an error. */
async function failureOf(path, response) {
  const failure = new Error(path + ": " + response.status + " " + (await response.text()));
  failure.status = response.status;
  return failure;
}
