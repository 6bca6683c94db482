package maestro.cli.remote.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.StatusScreen;
import maestro.cli.remote.text.Table;
import maestro.cli.remote.text.Window;

/**
 * The lines of one frame: the controller, its workers, its switches. Workers have rates from the
 * second frame on. Confined to one thread.
 */
final class TopFrame {
  /** Switches that are shown however small the screen is. */
  private static final int LEAST_SWITCHES = 3;

  private final Window window;
  private final Comparator<JsonValue> order;
  private final WorkerRates rates = new WorkerRates();

  TopFrame(Window window, SwitchOrder order) {
    this.window = window;
    this.order = order.comparator(window);
  }

  /**
   * Makes the lines.
   *
   * @param rows how many there may be; switches and workers that have no room are left out
   */
  List<String> lines(TopSource.Answers answers, int rows) {
    rates.update(answers.workers());
    List<String> lines = new ArrayList<>();
    lines.add(StatusScreen.headline(answers.status()) + total(answers.status()));
    String probing = StatusScreen.probing(answers.status(), window.text());
    if (!probing.isEmpty()) {
      lines.add(probing);
    }
    answers.status().at("concerns").items().forEach(each -> lines.add("  ! " + each.text()));
    lines.add("");
    List<String> workers = workers(answers.workers().at("workers").items());
    int mostWorkers = Math.max(2, (rows - lines.size()) / 2 - LEAST_SWITCHES);
    lines.addAll(workers.subList(0, Math.min(workers.size(), mostWorkers)));
    lines.add("");
    List<String> switches = switches(answers.switches().at("switches").items());
    int mostSwitches = Math.max(1 + LEAST_SWITCHES, rows - lines.size());
    lines.addAll(switches.subList(0, Math.min(switches.size(), mostSwitches)));
    return lines;
  }

  private String total(JsonValue status) {
    JsonValue total = status.at("windows", window.text());
    return "; up %s; %s; %s requests/s over %s, %s want more"
        .formatted(
            ReadableNumbers.time(status.at("uptimeSeconds")),
            ReadableNumbers.count(status.at("switches"), "switch", "switches"),
            ReadableNumbers.rate(total.at("rate")),
            window.text().replace("s", " s"),
            total.at("wantingMore").text());
  }

  private List<String> workers(List<JsonValue> workers) {
    Table table = new Table(">WORKER", ">IBT", ">REQUESTS/s", ">REQUESTS/BATCH", ">BUSY", ">CPU");
    workers.stream()
        .sorted(Comparator.comparingDouble((JsonValue each) -> each.at("ibt").number(0)).reversed())
        .forEach(
            each -> {
              String worker = each.at("worker").text();
              table.add(
                  worker,
                  each.at("ibt").text(),
                  rates.requests(worker),
                  rates.requestsInABatch(worker),
                  rates.busy(worker),
                  rates.cpu(worker));
            });
    return table.lines();
  }

  private List<String> switches(List<JsonValue> switches) {
    Table table =
        new Table(
            "SWITCH",
            ">OFFERED/s",
            ">GOT/s",
            ">FAIR/s",
            ">DEVIATION",
            ">P99 WAIT",
            ">WEIGHT",
            ">WORKER",
            "STATE");
    switches.stream()
        .sorted(order)
        .forEach(
            each -> {
              JsonValue share = each.at("windows", window.text());
              table.add(
                  ShareText.named(each),
                  ShareText.offered(share),
                  ReadableNumbers.rate(share.at("rate")),
                  ReadableNumbers.rate(share.at("fairRate")),
                  ReadableNumbers.deviation(share.at("deviation")),
                  ShareText.waiting(each),
                  each.at("weight").text(),
                  each.at("worker").number(-1) < 0
                      ? ReadableNumbers.NONE
                      : each.at("worker").text(),
                  ShareText.state(each, share));
            });
    return table.lines();
  }
}
