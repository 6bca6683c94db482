package maestro.bench.dataplane.forward;

import java.util.HashMap;
import java.util.Map;
import maestro.network.dataplane.TableSizes.WildcardSearch;

/** Makes forwarders, and keeps them, since large tables take time to fill. Used by one thread. */
public final class Forwarders {
  /** The largest tables of the study. */
  public static final int MOST_EXACT = 131_072;

  public static final int MOST_WILDCARD = 100;

  private final Map<Key, Forwarder> made = new HashMap<>();

  private record Key(Technique technique, int entries, int inPorts) {}

  /**
   * The forwarder of a technique.
   *
   * @param entries in its table; those with both tables have the largest ones of the study
   * @param inPorts 1 or 2, by which flows come in
   */
  public Forwarder get(Technique technique, int entries, int inPorts) {
    return made.computeIfAbsent(new Key(technique, entries, inPorts), Forwarders::make);
  }

  private static Forwarder make(Key key) {
    int entries = key.entries();
    int ports = key.inPorts();
    Sink sink = new Sink();
    WildcardSearch linear = WildcardSearch.LINEAR;
    WildcardSearch tuples = WildcardSearch.TUPLE_SPACE;
    return switch (key.technique()) {
      case HASH -> new SwitchForwarder(entries, 0, linear, ports, sink);
      case LINEAR -> new SwitchForwarder(0, entries, linear, ports, sink);
      case TUPLE_SPACE -> new SwitchForwarder(0, entries, tuples, ports, sink);
      case LEARNING -> new BridgeForwarder(entries, ports, sink);
      case ROUTING -> new RouterForwarder(entries, ports, sink);
      case HASH_THEN_LINEAR -> new SwitchForwarder(MOST_EXACT, MOST_WILDCARD, linear, ports, sink);
      case HASH_THEN_TUPLE_SPACE ->
          new SwitchForwarder(MOST_EXACT, MOST_WILDCARD, tuples, ports, sink);
    };
  }
}
