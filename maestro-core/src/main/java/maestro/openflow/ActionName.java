package maestro.openflow;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The actions of OpenFlow 1.0 and 1.3, the only list of their names. The actions of 1.0 that set a
 * field are SET_FIELD here; {@link maestro.api.openflow.Form10} has their types.
 */
public enum ActionName {
  OUTPUT(0, 0, Argument.PORT),
  ENQUEUE(11, -1, Argument.PORT_AND_QUEUE),
  COPY_TTL_OUT(-1, 11, Argument.NOTHING),
  COPY_TTL_IN(-1, 12, Argument.NOTHING),
  SET_MPLS_TTL(-1, 15, Argument.TTL),
  DEC_MPLS_TTL(-1, 16, Argument.NOTHING),
  PUSH_VLAN(-1, 17, Argument.ETH_TYPE),
  POP_VLAN(3, 18, Argument.NOTHING),
  PUSH_MPLS(-1, 19, Argument.ETH_TYPE),
  POP_MPLS(-1, 20, Argument.ETH_TYPE),
  SET_QUEUE(-1, 21, Argument.NUMBER),
  GROUP(-1, 22, Argument.NUMBER),
  SET_NW_TTL(-1, 23, Argument.TTL),
  DEC_TTL(-1, 24, Argument.NOTHING),
  SET_FIELD(-1, 25, Argument.FIELD),
  PUSH_PBB(-1, 26, Argument.ETH_TYPE),
  POP_PBB(-1, 27, Argument.NOTHING);

  /** What stands behind the name. */
  public enum Argument {
    NOTHING,
    PORT,
    PORT_AND_QUEUE,
    NUMBER,
    ETH_TYPE,
    TTL,
    FIELD
  }

  /** Names of OpenFlow for the same. */
  private static final Map<String, ActionName> ALSO =
      Map.of("strip-vlan", POP_VLAN, "dec-nw-ttl", DEC_TTL);

  private static final Map<String, ActionName> BY_TEXT =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(ActionName::text, each -> each));
  private static final Map<Integer, ActionName> BY_TYPE_10 = by(each -> each.type10);
  private static final Map<Integer, ActionName> BY_TYPE_13 = by(each -> each.type13);

  private final int type10;
  private final int type13;
  private final Argument argument;
  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  ActionName(int type10, int type13, Argument argument) {
    this.type10 = type10;
    this.type13 = type13;
    this.argument = argument;
  }

  private static Map<Integer, ActionName> by(Function<ActionName, Integer> type) {
    return Stream.of(values())
        .filter(each -> type.apply(each) >= 0)
        .collect(Collectors.toUnmodifiableMap(type, each -> each));
  }

  /** The action with a name, hyphens or underscores in it; null without one. */
  public static @Nullable ActionName named(String text) {
    String name = text.toLowerCase(Locale.ROOT).replace('_', '-');
    ActionName also = ALSO.get(name);
    return also != null ? also : BY_TEXT.get(name);
  }

  /** The action of a type on the wire; null for an unknown one. */
  public static @Nullable ActionName of(int version, int type) {
    return (version == OpenFlow.VERSION_10 ? BY_TYPE_10 : BY_TYPE_13).get(type);
  }

  /** Its name as operators write it: {@code push-vlan}. */
  public String text() {
    return text;
  }

  /** Its type in OpenFlow 1.3; negative when there is none. */
  public int type13() {
    return type13;
  }

  public Argument argument() {
    return argument;
  }
}
