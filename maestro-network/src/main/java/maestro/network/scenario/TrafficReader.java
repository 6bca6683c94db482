package maestro.network.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.config.file.Section;
import maestro.network.fabric.Traffic;
import maestro.network.flow.FlowArrivals;
import maestro.network.flow.FlowFrames;
import maestro.network.flow.FlowSizes;
import maestro.network.flow.TrafficSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;

/** Reads the flows of a scenario. Used once, by one thread. */
final class TrafficReader {
  private static final int USUAL_PORT = 5001;
  private static final int MOST_PORT = 65_535;
  private static final long USUAL_RATE = 1_000_000;
  private static final int USUAL_WINDOW_BYTES = 64 * 1024;
  private static final int MOST_WINDOW_BYTES = 1 << 28;
  private static final double LEAST_PER_SECOND = 0.001;
  private static final double MOST_PER_SECOND = 100_000;
  private static final long USUAL_SIZE_BYTES = 100 * 1024;

  private final NetworkPlan plan;
  private final Places places;
  private final long durationNs;

  TrafficReader(NetworkPlan plan, Places places, long durationNs) {
    this.plan = plan;
    this.places = places;
    this.durationNs = durationNs;
  }

  List<TrafficSettings> read(List<Section> sections) {
    List<TrafficSettings> all = new ArrayList<>();
    sections.forEach(section -> all.add(read(section)));
    return List.copyOf(all);
  }

  private TrafficSettings read(Section section) {
    TrafficSettings.Kind kind = section.choice("kind", TrafficSettings.Kind.class);
    List<Integer> from = hosts(section, "from");
    List<Integer> to = hosts(section, "to");
    if (section.isRight("from", "to") && from.equals(to) && from.size() == 1) {
      section.problem("to", "found " + section.show("to") + "; allowed: another host than from");
    }
    long beginNs = section.has("at") ? section.durationNs("at", 0, durationNs) : 0;
    long endNs = section.has("until") ? section.durationNs("until", 0, durationNs) : durationNs;
    if (section.isRight("at", "until") && endNs < beginNs) {
      section.problem("until", "found " + section.show("until") + "; allowed: not before at");
    }
    double perSecond =
        section.has("per-second")
            ? section.number("per-second", LEAST_PER_SECOND, MOST_PER_SECOND)
            : 0;
    int flows =
        section.has("flows")
            ? section.integer("flows", 1, Traffic.MOST_FLOWS)
            : perSecond > 0 ? 0 : 1;
    FlowArrivals arrivals =
        section.has("arrivals")
            ? section.parsed(
                "arrivals", FlowArrivals.FORM, FlowArrivals.POISSON, FlowArrivals::parse)
            : FlowArrivals.POISSON;
    if (perSecond == 0 && section.has("arrivals") && !section.has("per-second")) {
      section.problem("arrivals", "is there; allowed: with per-second");
    }
    FlowSizes size =
        section.has("size")
            ? section.parsed(
                "size", FlowSizes.FORM, FlowSizes.fixed(USUAL_SIZE_BYTES), FlowSizes::parse)
            : FlowSizes.fixed(USUAL_SIZE_BYTES);
    boolean isUdp = kind == TrafficSettings.Kind.UDP;
    only(section, "rate", isUdp, "udp");
    only(section, "window", !isUdp, "tcp");
    TrafficSettings read =
        new TrafficSettings(
            kind,
            from,
            to,
            beginNs,
            endNs,
            flows,
            perSecond,
            arrivals,
            size,
            isUdp && section.has("rate")
                ? section.parsed(
                    "rate", LinkReader.BANDWIDTH, USUAL_RATE, LinkReader::bitsPerSecond)
                : USUAL_RATE,
            !isUdp && section.has("window")
                ? section.sizeBytes("window", FlowFrames.MOST_BYTES, MOST_WINDOW_BYTES)
                : USUAL_WINDOW_BYTES,
            section.has("frame")
                ? section.integer("frame", FlowFrames.LEAST_BYTES, FlowFrames.MOST_BYTES)
                : FlowFrames.MOST_BYTES,
            section.has("port") ? section.integer("port", 1, MOST_PORT) : USUAL_PORT);
    section.noOtherKeys();
    return read;
  }

  private static void only(Section section, String key, boolean isAllowed, String kind) {
    if (section.has(key) && !isAllowed && section.isRight("kind")) {
      section.problem(key, "is there; allowed: only with kind = " + kind);
    }
  }

  private List<Integer> hosts(Section section, String key) {
    return section.parsed(
        key,
        "all, or hosts from 1 to " + plan.hostCount() + " such as \"1\", \"h3\" or \"1-4, 9\"",
        List.of(0),
        text -> Optional.of(text).flatMap(places::hosts).filter(found -> !found.isEmpty()));
  }
}
