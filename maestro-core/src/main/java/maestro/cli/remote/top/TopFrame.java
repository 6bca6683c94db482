package maestro.cli.remote.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.StatusScreen;
import maestro.cli.remote.text.Window;
import maestro.cli.table.Column;
import maestro.cli.table.Table;

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
    Table<JsonValue> table =
        Table.of(
            Column.numbers("WORKER", each -> each.at("worker").text()),
            new Column<>("IBT", each -> each.at("ibt").text()),
            new Column<>("REQUESTS/s", each -> rates.requests(each.at("worker").text())),
            new Column<>(
                "REQUESTS/BATCH", each -> rates.requestsInABatch(each.at("worker").text())),
            new Column<>("BUSY", each -> rates.busy(each.at("worker").text())),
            new Column<>("CPU", each -> rates.cpu(each.at("worker").text())));
    Comparator<JsonValue> byIbt = Comparator.comparingDouble(each -> each.at("ibt").number(0));
    return table.text(workers.stream().sorted(byIbt.reversed()).toList()).lines().toList();
  }

  private List<String> switches(List<JsonValue> switches) {
    return ShareText.table(window, false)
        .text(switches.stream().sorted(order).toList())
        .lines()
        .toList();
  }
}
