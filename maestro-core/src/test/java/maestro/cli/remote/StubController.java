package maestro.cli.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import maestro.cli.line.CommandLines;
import maestro.cli.line.CommandLines.Mistakes;
import maestro.cli.remote.client.ControlException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Answers as a test says, on a free port, and runs commands against itself. */
public final class StubController implements AutoCloseable {
  private record Reply(int status, String type, String body) {}

  /** What was asked: {@code GET /v1/status}, with the token and the body if there were any. */
  public final Queue<String> asked = new ConcurrentLinkedQueue<>();

  /** The ids after which events were asked for. */
  final Queue<String> resumedFrom = new ConcurrentLinkedQueue<>();

  public final StringWriter out = new StringWriter();
  public final StringWriter err = new StringWriter();

  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final HttpServer server;

  public StubController() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /** The program of the tests. */
  @Command(name = "maestro")
  private static final class Program {}

  /** Answers a path with a document. Single quotes become double ones. */
  public StubController answers(String path, String json) {
    replies.put("GET " + path, new Reply(200, "application/json", json.replace('\'', '"')));
    return this;
  }

  /** Answers with anything. */
  public StubController answers(String methodAndPath, int status, String type, String body) {
    replies.put(methodAndPath, new Reply(status, type, body.replace('\'', '"')));
    return this;
  }

  /** Answers who listens to events. The stream ends after them. */
  StubController streams(String path, String events) {
    return answers("STREAM " + path, 200, "text/event-stream", events);
  }

  /** Refuses with a problem. */
  public StubController refuses(String methodAndPath, int status, String detail) {
    return answers(
        methodAndPath,
        status,
        "application/problem+json",
        "{'title':'No','status':%d,'detail':'%s'}".formatted(status, detail));
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Runs a command, and returns its exit status. */
  public int run(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--control=" + url());
    return runAnywhere(all.toArray(String[]::new));
  }

  /** Runs a command without naming this controller to it. */
  public int runAnywhere(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandSpec program = CommandSpec.forAnnotatedObject(new Program());
    RemoteCommands.addTo(program);
    CommandLine commandLine =
        CommandLines.of(
            "maestro",
            program,
            e -> e instanceof ControlException control ? control.mistakes() : Mistakes.NONE);
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  /** What the command printed, with one blank where there are several. */
  public List<String> lines() {
    return out.toString().lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    boolean listens = "text/event-stream".equals(exchange.getRequestHeaders().getFirst("Accept"));
    String method = listens ? "STREAM" : exchange.getRequestMethod();
    String question = method + " " + exchange.getRequestURI();
    String after = exchange.getRequestHeaders().getFirst("Last-Event-ID");
    if (after != null) {
      resumedFrom.add(after);
    }
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add((question + " " + (token == null ? "" : token) + " " + body).strip());
    Reply unknown =
        new Reply(404, "application/problem+json", "{\"detail\":\"unknown path\",\"status\":404}");
    Reply reply = replies.getOrDefault(question, unknown);
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
