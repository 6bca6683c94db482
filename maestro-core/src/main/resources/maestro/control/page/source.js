// Where the data comes from: an overview that the controller sends once a second, and with some of
// them what changes less often.

/** How long nothing may come. */
const PATIENCE_MS = 10000;

/** The pause before the page asks again; each one without an answer doubles the next. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** What the controller sends; the overview has other paths together, and comes behind the others. */
const OVERVIEW = "/v1/overview";
const TOGETHER = { status: "/v1/status", workers: "/v1/workers", switches: "/v1/switches" };

/** A page that has seen the last event of an overview need not ask for events. */
const EVENTS = "/v1/events";

/** With more switches than this, every second overview shows them. */
const MANY = 400;

/**
 * Listens to the overviews of the controller, and asks for the events that they name. Calls
 * `listener.answers` with the answers by path, `listener.gone` while there are none, and
 * `listener.token` when a token is needed.
 */
class Source {
  constructor(listener) {
    this.listener = listener;
    this.round = 0;
    this.switches = 0;
    this.lastEvent = "";
    this.lastSeen = null;
    this.listening = false;
    this.stream = null;
    this.wake = () => {}; // ends a pause
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
      this.changes = null;
      for await (const parts of this.overviews(stream)) this.show(await this.complete(parts));
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
      for (let text = "", parts = {}; ; ) {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return;
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const head = /^event: (\w+)\ndata: /.exec(event);
          if (head !== null) parts[head[1]] = event.slice(head[0].length);
        }
        if (parts.overview !== undefined) {
          yield Object.fromEntries(Object.entries(parts).map(([name, data]) => [name, JSON.parse(data)]));
          parts = {};
        }
        timer = setTimeout(late, PATIENCE_MS);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** The answers by path, with the events that are new. */
  async complete({ overview, ...others }) {
    const answers = {};
    for (const [name, answer] of Object.entries(others)) answers["/v1/" + name] = answer;
    for (const [part, path] of Object.entries(TOGETHER)) answers[path] = overview[part];
    const skipped = this.switches > MANY && this.round % 2 === 1 && !others.applications;
    if (skipped) delete answers[TOGETHER.switches];
    if (overview.lastEventId !== this.lastEvent) answers[EVENTS] = await this.get(EVENTS + this.query());
    return answers;
  }

  show(answers) {
    this.round++;
    this.lastSeen = Date.now();
    this.lastEvent = answers[EVENTS]?.lastId ?? this.lastEvent;
    this.switches = answers[TOGETHER.status].switches;
    this.listener.answers(answers);
  }

  /** Asks only for the events that are new; a controller that does not know the id gives all. */
  query() {
    return this.lastEvent !== "" ? "?after=" + encodeURIComponent(this.lastEvent) : "";
  }

  /**
   * Whether this page may change the controller. A change without content changes nothing. A page
   * without the right is refused for that (401, 403), one with it is told that the content is missing (400).
   */
  mayChange() {
    this.changes ??= this.send("PUT", "/v1/switches/0/weight", { content: {} }).then((answer) => answer.status === 400, () => false);
    return this.changes;
  }

  /** Changes something; the promise is that of a text, empty when it is done. */
  async change(method, path, content) {
    const { problem = "" } = await this.ask(path, method, content); // the controller sends an overview at once
    return problem;
  }

  /** Asks for what may be refused or absent: `{answer}`, or `{problem}` with a text. */
  async ask(path, method = "GET", content = undefined) {
    try {
      const response = await this.send(method, path, { content });
      const answer = await response.json();
      return response.ok ? { answer } : { problem: answer.detail ?? response.status + " " + path };
    } catch {
      return { problem: "The controller does not answer." };
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
