package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import maestro.Maestro;
import maestro.Reloads;
import maestro.api.SwitchInfo;
import maestro.config.MaestroConfig.Thresholds;
import maestro.config.file.Units;
import maestro.control.measure.ShareMeter;
import maestro.control.measure.ShareMeter.Share;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.net.connection.Connection;
import maestro.net.connection.Standstill;
import maestro.net.session.Session;
import maestro.sequence.application.ApplicationState;
import maestro.staticflows.FlowState;
import maestro.staticflows.ShownFlow;
import maestro.tls.CertificateEnd;
import maestro.tls.CertificateEnds;
import maestro.tls.PeerCertificate;

/**
 * Finds the health issues of the controller, which operators see as <em>concerns</em>. The state is
 * <em>failed</em> when the controller does not work, and <em>degraded</em> when a part of it does
 * not. Confined to the control thread.
 */
public final class HealthIssues {
  private static final int WINDOW_SECONDS = ShareMeter.LONGEST_SECONDS;
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final double NS_PER_MS = 1e6;

  private final Maestro maestro;
  private final SwitchShares shares;
  private final Health health;
  private final Times times = Times.now();

  public HealthIssues(Maestro maestro, SwitchShares shares, Health health) {
    this.maestro = maestro;
    this.shares = shares;
    this.health = health;
  }

  /** Writes {@code state} and {@code concerns}. */
  void write(JsonGenerator json) throws IOException {
    List<String> failures = new ArrayList<>();
    health.failure().ifPresent(failures::add);
    List<String> all = new ArrayList<>(failures);
    health.unreadiness().ifPresent(all::add);
    Thresholds thresholds = maestro.config().control().thresholds();
    addRefusedReload(all);
    addStuck(all, thresholds);
    addProbing(all, thresholds);
    addFaults(all, thresholds);
    all.addAll(maestro.applications().requests().findings());
    addStandstills(all);
    addSwitches(
        all, Connection::isCongested, "does not read its answers", "do not read their answers");
    addSwitches(
        all,
        HealthIssues::isTableFull,
        "says that its flow table is full",
        "say that their flow tables are full");
    addSwitches(all, HealthIssues::refusesEntries, "refuses flow entries", "refuse flow entries");
    addSwitches(
        all,
        each -> each.peer().mayPlayController(),
        "has a certificate with which it can play the controller of others",
        "have certificates with which they can play the controller of others");
    addCertificates(all, thresholds);
    addDeprived(all, thresholds);
    addRefusedFlows(all);
    json.writeStringField(
        "state", all.isEmpty() ? "ok" : failures.isEmpty() ? "degraded" : "failed");
    json.writeArrayFieldStart("concerns");
    for (String each : all) {
      json.writeString(maestro.config().names().inText(each));
    }
    json.writeEndArray();
  }

  private void addRefusedReload(List<String> all) {
    Reloads.Outcome last = maestro.reloads().last();
    List<String> problems = last.problems();
    if (!problems.isEmpty()) {
      String more = problems.size() == 1 ? "" : " (and %d more)".formatted(problems.size() - 1);
      all.add(
          "the last reload was refused at %s, the old configuration stays: %s%s"
              .formatted(times.text(last.endedNs()), problems.get(0), more));
    }
  }

  private void addStuck(List<String> all, Thresholds thresholds) {
    maestro
        .applications()
        .longestStage()
        .filter(stage -> stage.elapsedNs() > thresholds.stageNs())
        .ifPresent(
            stage ->
                all.add(
                    "application %s has not returned to %s for %d s"
                        .formatted(
                            stage.application(),
                            stage.thread(),
                            stage.elapsedNs() / NS_PER_SECOND)));
  }

  private void addProbing(List<String> all, Thresholds thresholds) {
    maestro
        .probingDelays()
        .map(delays -> delays.lateNs(System.nanoTime(), thresholds.probingDelayNs()))
        .orElse(OptionalLong.empty())
        .ifPresent(
            ns ->
                all.add(
                    "a light switch waits %s, by the probing switch; allowed: %s"
                        .formatted(delay(ns), delay(thresholds.probingDelayNs()))));
  }

  private static String delay(long ns) {
    return Units.measured(ns / NS_PER_MS);
  }

  private void addFaults(List<String> all, Thresholds thresholds) {
    maestro
        .applications()
        .faults()
        .forEach(
            (name, faults) -> {
              if (faults >= thresholds.applicationFaults()) {
                all.add(ApplicationState.failed(name, faults));
              }
            });
  }

  private void addStandstills(List<String> all) {
    List<Connection> still =
        maestro.switches().all().stream().filter(each -> each.standstill().isOn()).toList();
    if (!still.isEmpty()) {
      all.add(
          still.size() == 1
              ? "%s stands still: %s".formatted(still.get(0), Standstill.WHAT)
              : "%d switches stand still, such as %s: %s"
                  .formatted(still.size(), still.get(0), Standstill.WHAT));
    }
  }

  private void addSwitches(List<String> all, Predicate<Connection> which, String one, String many) {
    List<Connection> found = shares.ready().stream().filter(which).toList();
    if (!found.isEmpty()) {
      all.add(some(found.size(), SwitchShares.datapathId(found.get(0)), one, many));
    }
  }

  private static boolean isTableFull(Connection each) {
    Session session = Session.of(each);
    return session.errors().isTableFull(session.handler().nowNs());
  }

  private static boolean refusesEntries(Connection each) {
    Session session = Session.of(each);
    return session.errors().refusesEntries(session.handler().nowNs());
  }

  private void addRefusedFlows(List<String> all) {
    List<ShownFlow> refused =
        maestro.staticFlows().all().stream()
            .filter(each -> each.state() == FlowState.REFUSED)
            .toList();
    if (!refused.isEmpty()) {
      all.add(
          "static flows that their switches do not have: %d, such as %s: %s"
              .formatted(refused.size(), refused.get(0).flow().name(), refused.get(0).reason()));
    }
  }

  private void addCertificates(List<String> all, Thresholds thresholds) {
    int days = thresholds.certificateDays();
    for (CertificateEnds.OfFile each : maestro.certificates().all()) {
      if (each.end().isWithinDays(days)) {
        all.add("the certificate of %s %s".formatted(each.setting(), each.end().text()));
      }
    }
    List<Connection> ending =
        shares.ready().stream()
            .filter(each -> endOf(each).filter(end -> end.isWithinDays(days)).isPresent())
            .sorted(Comparator.comparing(each -> endOf(each).orElseThrow()))
            .toList();
    if (!ending.isEmpty()) {
      Connection first = ending.get(0);
      all.add(
          some(
              ending.size(),
              SwitchShares.datapathId(first),
              "has a certificate that " + endOf(first).orElseThrow().text(),
              "have certificates that end soon"));
    }
  }

  /** When the certificate of a switch ends; empty without one. */
  private static Optional<CertificateEnd> endOf(Connection each) {
    return each.peer().certificate().map(PeerCertificate::end);
  }

  private void addDeprived(List<String> all, Thresholds thresholds) {
    double most = thresholds.belowShare();
    List<Map.Entry<Long, Share>> deprived =
        shares.of(WINDOW_SECONDS).entrySet().stream()
            .filter(each -> each.getValue().deviation() < -most)
            .sorted((a, b) -> Double.compare(a.getValue().deviation(), b.getValue().deviation()))
            .toList();
    if (!deprived.isEmpty()) {
      all.add(
          some(deprived.size(), deprived.get(0).getKey(), got(most, "its"), got(most, "their")));
    }
  }

  private static String got(double less, String whose) {
    return "got %s %% less than %s fair share over %d s"
        .formatted(JsonFields.shortest(SwitchJson.rounded(100 * less, 1e1)), whose, WINDOW_SECONDS);
  }

  /** {@code switch 00:…:01 does …}, or {@code 5 switches do …, such as 00:…:01}. */
  private static String some(int count, long first, String one, String many) {
    String dpid = SwitchInfo.format(first);
    return count == 1
        ? "switch %s %s".formatted(dpid, one)
        : "%d switches %s, such as %s".formatted(count, many, dpid);
  }
}
