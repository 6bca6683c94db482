package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Chromium without a screen, with one page, driven as a user would by its DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
  private static final Pattern TEXT = Pattern.compile("\"value\":\"([^\"]*)\"");
  private static final Duration PATIENCE = Commands.PATIENCE;
  private static final long PARTS_END_NS = 5_000_000_000L;
  private static final long PARTS_POLL_NS = 10_000_000;

  private final ProgramOutput program;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<String>> asked = new ConcurrentHashMap<>();
  private final List<String> exceptions = new CopyOnWriteArrayList<>();
  private String session = "";

  private Browser(ProgramOutput program, String address) {
    this.program = program;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Messages())
            .join();
  }

  /** Starts it; its files are in the folder. */
  static Browser start(Path folder) throws IOException {
    ProgramOutput program =
        ProgramOutput.start(
            folder.resolve("chromium.said"),
            Map.of(),
            List.of(
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile"),
                "--remote-debugging-port=0",
                "about:blank"));
    program.awaitText("DevTools listening on ");
    Matcher listening = LISTENING.matcher(program.text());
    assertThat(listening.find()).isTrue();
    Browser browser = new Browser(program, listening.group(1));
    String target = value("targetId", browser.tell("Target.createTarget", "'url':'about:blank'"));
    String attached =
        browser.tell("Target.attachToTarget", "'targetId':'%s','flatten':true".formatted(target));
    browser.session = value("sessionId", attached);
    browser.tell("Runtime.enable", "");
    return browser;
  }

  /** Puts the parts of a message together, and tells of exceptions. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        String message = text.toString();
        text.setLength(0);
        Matcher id = ID.matcher(message);
        if (id.find()) {
          asked.remove(Integer.parseInt(id.group(1))).complete(message);
        } else if (message.contains("\"Runtime.exceptionThrown\"")) {
          exceptions.add(message);
        }
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  private static String value(String name, String message) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(message);
    assertThat(matcher.find()).as(message).isTrue();
    return matcher.group(1);
  }

  /** Sends a command with parameters, written with single quotes; its answer. */
  private String tell(String method, String parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    asked.put(id, answer);
    String to = session.isEmpty() ? "" : ",\"sessionId\":\"" + session + "\"";
    String json =
        "{\"id\":%d,\"method\":\"%s\",\"params\":{%s}%s}"
            .formatted(id, method, parameters.replace('\'', '"'), to);
    socket.sendText(json, true).join();
    return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Opens an address. */
  void open(String address) {
    tell("Page.navigate", "'url':'%s'".formatted(address));
  }

  /** What an expression, or the promise that it is, comes to, as a text. */
  String evaluate(String expression) {
    String safe = "Promise.resolve(%s).then((v) => encodeURIComponent(String(v)))";
    String escaped = safe.formatted(expression).replace("\\", "\\\\").replace("\"", "\\\"");
    String quoted = escaped.replace("\n", " ").replace("'", "\\u0027");
    String answer =
        tell(
            "Runtime.evaluate",
            "'awaitPromise':true,'returnByValue':true,'expression':'%s'".formatted(quoted));
    Matcher text = TEXT.matcher(answer);
    assertThat(text.find()).as(expression + ": " + answer).isTrue();
    return URLDecoder.decode(text.group(1).replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Waits until an expression is true. */
  void await(String expression) {
    Awaitility.await()
        .alias(expression)
        .until(() -> evaluate("!!(" + expression + ")").equals("true"));
  }

  /** What an element says. */
  String textOf(String selector) {
    return evaluate("document.querySelector('%s').innerText".formatted(selector));
  }

  /**
   * Where an element stands as soon as it stands still and nothing lies over it: a click at a place
   * that moves lands elsewhere.
   */
  private static final String AT_REST =
      """
      ((e) => new Promise((done) => {
        e.scrollIntoView({ block: 'center' });
        let before = '';
        let frames = 0;
        const look = () => {
          const { left, top } = e.getBoundingClientRect();
          const now = left + ' ' + top;
          frames = now === before ? frames + 1 : 0;
          before = now;
          const hit = document.elementFromPoint(left + %d, top + %d);
          if (frames >= 3 && e.contains(hit)) done(now);
          else requestAnimationFrame(look);
        };
        look();
      }))(document.querySelector('%s'))
      """;

  /** Presses and releases the mouse, so many pixels from the upper left corner of an element. */
  void click(String selector, int x, int y) {
    String at = evaluate(AT_REST.formatted(x, y, selector));
    String[] corner = at.split(" ", -1);
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      tell(
          "Input.dispatchMouseEvent",
          String.format(
              Locale.ROOT,
              "'type':'%s','x':%f,'y':%f,'button':'%s','clickCount':1",
              type,
              Double.parseDouble(corner[0]) + x,
              Double.parseDouble(corner[1]) + y,
              type.equals("mouseMoved") ? "none" : "left"));
    }
  }

  /** Types a text into a field, instead of what was there. */
  void type(String selector, String text) {
    evaluate(
        "((e) => { e.focus(); e.select(); })(document.querySelector('%s'))".formatted(selector));
    tell("Input.insertText", "'text':'%s'".formatted(text));
  }

  /** Presses a key, as the web calls it. */
  void key(String name) {
    for (String type : List.of("keyDown", "keyUp")) {
      tell("Input.dispatchKeyEvent", "'type':'%s','key':'%s'".formatted(type, name));
    }
  }

  /** The size of the page in pixels. */
  void resize(int width, int height, boolean mobile) {
    tell(
        "Emulation.setDeviceMetricsOverride",
        "'width':%d,'height':%d,'deviceScaleFactor':1,'mobile':%s"
            .formatted(width, height, mobile));
  }

  /** What the system prefers: light or dark. */
  void prefer(String scheme) {
    tell(
        "Emulation.setEmulatedMedia",
        "'features':[{'name':'prefers-color-scheme','value':'%s'}]".formatted(scheme));
  }

  /** What the page looks like: a PNG. */
  byte[] picture() {
    return Base64.getDecoder().decode(value("data", tell("Page.captureScreenshot", "")));
  }

  /** The exceptions that scripts did not catch since the last call. */
  List<String> takeExceptions() {
    List<String> taken = List.copyOf(exceptions);
    exceptions.removeAll(taken);
    return taken;
  }

  /** What it has logged, with what the console of the page got. */
  String log() {
    return program.text();
  }

  @Override
  public void close() {
    List<ProcessHandle> parts =
        ProcessHandle.of(program.pid()).stream().flatMap(ProcessHandle::descendants).toList();
    socket.abort();
    program.close();
    awaitEnd(parts);
  }

  /**
   * Gives its processes some time to end: as long as they write, its folder cannot be deleted. One
   * that nobody reaps does not seem to end, so this is no assertion.
   */
  private static void awaitEnd(List<ProcessHandle> parts) {
    long endNs = System.nanoTime() + PARTS_END_NS;
    while (parts.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < endNs) {
      LockSupport.parkNanos(PARTS_POLL_NS);
    }
  }
}
