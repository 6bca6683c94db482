package maestro.staticflows;

import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import maestro.api.openflow.Form10;
import maestro.api.openflow.Numbers;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import maestro.openflow.ActionName;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActions;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanPcp;
import org.projectfloodlight.openflow.types.VlanVid;

/**
 * One action of a static flow. Immutable.
 *
 * @param text the action as operators read it: the same for equal actions
 * @param port the port that it sends to; null when it sends nothing
 * @param maker makes the action of a version
 */
record FlowAction(String text, @Nullable OFPort port, Maker maker) {
  /** The allowed actions, for a message. */
  static final String ALLOWED =
      "output:PORT, set-field:NAME=VALUE, push-vlan:0x8100, pop-vlan, group:N, set-queue:N,"
          + " dec-ttl, set-nw-ttl:N, push-mpls:0x8847, pop-mpls:ETHERTYPE, dec-mpls-ttl,"
          + " set-mpls-ttl:N, copy-ttl-in, copy-ttl-out, push-pbb:0x88e7, pop-pbb";

  private static final int WHOLE_PACKET = 0xffff;
  private static final int DSCP_SHIFT = 2;
  private static final int TYPE_VLAN = 0x8100;
  private static final int TYPE_PROVIDER_VLAN = 0x88a8;
  private static final int TYPE_MPLS = 0x8847;
  private static final int TYPE_MPLS_MULTICAST = 0x8848;
  private static final int TYPE_PBB = 0x88e7;

  /** Makes an action of a version. */
  @FunctionalInterface
  interface Maker {
    OFAction make(OFFactory factory) throws UnsupportedFlowException;
  }

  /** Makes an action that OpenFlow 1.0 does not have. */
  private static FlowAction of13(
      ActionName name, String argument, String what, Function<OFFactory, OFAction> maker) {
    return new FlowAction(
        argument.isEmpty() ? name.text() : name.text() + ":" + argument,
        null,
        factory -> {
          if (factory.getVersion() == OFVersion.OF_10) {
            throw new UnsupportedFlowException(what);
          }
          return maker.apply(factory);
        });
  }

  /**
   * Reads an action.
   *
   * @param where its place, for a message
   */
  static FlowAction parse(String where, String text) throws BadFlowException {
    int colon = text.indexOf(':');
    ActionName name = ActionName.named(colon < 0 ? text : text.substring(0, colon));
    FlowAction action =
        name == null
            ? null
            : colon < 0
                ? withoutArgument(name)
                : parse(where, text, name, text.substring(colon + 1));
    if (action == null) {
      throw BadFlowException.found(where, text, StaticActions.ALLOWED);
    }
    return action;
  }

  private static @Nullable FlowAction withoutArgument(ActionName name) {
    return switch (name) {
      case POP_VLAN ->
          new FlowAction(
              name.text(),
              null,
              f ->
                  f.getVersion() == OFVersion.OF_10
                      ? f.actions().stripVlan()
                      : f.actions().popVlan());
      case PUSH_VLAN -> pushVlan(TYPE_VLAN);
      case DEC_TTL -> of13(name, "", "dec-ttl", f -> f.actions().decNwTtl());
      case DEC_MPLS_TTL -> of13(name, "", "MPLS", f -> f.actions().decMplsTtl());
      case COPY_TTL_IN -> of13(name, "", "MPLS", f -> f.actions().copyTtlIn());
      case COPY_TTL_OUT -> of13(name, "", "MPLS", f -> f.actions().copyTtlOut());
      case POP_PBB -> of13(name, "", "PBB", f -> f.actions().popPbb());
      default -> null;
    };
  }

  private static @Nullable FlowAction parse(
      String where, String text, ActionName name, String argument) throws BadFlowException {
    return switch (name) {
      case OUTPUT -> output(where, text, argument);
      case SET_FIELD -> setField(where, text, argument);
      case GROUP -> group(where, text, argument);
      case SET_QUEUE -> {
        long queue = number(where, text, argument, 32, "set-queue: and a number of 32 bits");
        yield of13(name, "" + queue, "set-queue", f -> f.actions().setQueue(queue));
      }
      case SET_NW_TTL -> {
        long ttl = number(where, text, argument, 8, "set-nw-ttl: and 0 to 255");
        yield of13(name, "" + ttl, "set-nw-ttl", f -> f.actions().setNwTtl((short) ttl));
      }
      case SET_MPLS_TTL -> {
        long ttl = number(where, text, argument, 8, "set-mpls-ttl: and 0 to 255");
        yield of13(name, "" + ttl, "MPLS", f -> f.actions().setMplsTtl((short) ttl));
      }
      case PUSH_VLAN ->
          pushVlan(
              argument.isEmpty()
                  ? TYPE_VLAN
                  : type(where, text, argument, TYPE_VLAN, TYPE_PROVIDER_VLAN));
      case PUSH_MPLS -> {
        int type = type(where, text, argument, TYPE_MPLS, TYPE_MPLS_MULTICAST);
        yield of13(name, hex(type), "MPLS", f -> f.actions().pushMpls(EthType.of(type)));
      }
      case POP_MPLS -> {
        String allowed = "pop-mpls: and the Ethernet type of the content";
        int type = (int) number(where, text, argument, 16, allowed);
        yield of13(name, hex(type), "MPLS", f -> f.actions().popMpls(EthType.of(type)));
      }
      case PUSH_PBB -> {
        int type = type(where, text, argument, TYPE_PBB);
        yield of13(name, hex(type), "PBB", f -> f.actions().pushPbb(EthType.of(type)));
      }
      default -> null;
    };
  }

  private static FlowAction output(String where, String text, String argument)
      throws BadFlowException {
    OFPort port = PortNames.parse(argument);
    if (port == null) {
      throw BadFlowException.found(where, text, "output: and " + PortNames.ALLOWED);
    }
    return new FlowAction(
        "output:" + PortNames.text(port), port, f -> f.actions().output(port, WHOLE_PACKET));
  }

  private static long number(String where, String text, String argument, int bits, String allowed)
      throws BadFlowException {
    OptionalLong number = Numbers.parse(argument, bits);
    if (number.isEmpty()) {
      throw BadFlowException.found(where, text, allowed);
    }
    return number.getAsLong();
  }

  /** The Ethernet type of a tag. */
  private static int type(String where, String text, String argument, int... types)
      throws BadFlowException {
    String name = text.substring(0, text.indexOf(':') + 1);
    String allowed =
        IntStream.of(types).mapToObj(each -> name + hex(each)).collect(Collectors.joining(" or "));
    long type = number(where, text, argument, 16, allowed);
    if (IntStream.of(types).noneMatch(each -> each == type)) {
      throw BadFlowException.found(where, text, allowed);
    }
    return (int) type;
  }

  private static String hex(int type) {
    return "0x" + Integer.toHexString(type);
  }

  private static FlowAction group(String where, String text, String argument)
      throws BadFlowException {
    String allowed = "group: and a number up to 0xffffff00";
    long group = number(where, text, argument, 32, allowed);
    if (group > Integer.toUnsignedLong(OFGroup.MAX.getGroupNumber())) {
      throw BadFlowException.found(where, text, allowed);
    }
    return of13(
        ActionName.GROUP, "" + group, "groups", f -> f.actions().group(OFGroup.of((int) group)));
  }

  private static FlowAction pushVlan(int type) {
    return of13(
        ActionName.PUSH_VLAN,
        hex(type),
        "push-vlan: set-field:vlan_vid=VLAN adds a tag there",
        f -> f.actions().pushVlan(EthType.of(type)));
  }

  // ---- set-field ----

  private static FlowAction setField(String where, String text, String argument)
      throws BadFlowException {
    int equals = argument.indexOf('=');
    OxmField field =
        equals < 0
            ? null
            : OxmField.named(argument.substring(0, equals))
                .filter(FlowAction::isSettable)
                .orElse(null);
    if (field == null) {
      throw BadFlowException.found(
          where, text, "set-field:NAME=VALUE with the name of a field to match, except in_port");
    }
    OxmValue value;
    try {
      value = FlowMatch.value(field, argument.substring(equals + 1));
    } catch (BadFlowException e) {
      throw new BadFlowException(where + ": " + e.text());
    }
    boolean isUntagged = field == OxmField.VLAN_VID && (value.low() & OxmField.VLAN_PRESENT) == 0;
    if (!value.isExact() || isUntagged) {
      throw BadFlowException.found(where, text, "a value without a mask");
    }
    return new FlowAction(
        "set-field:" + field.text() + "=" + value.text(),
        null,
        f ->
            f.getVersion() == OFVersion.OF_10
                ? setField10(f, value)
                : f.actions().setField(value.oxm(f.oxms())));
  }

  /** Metadata is not among what 1.3 sets by an action, but Open vSwitch takes it. */
  private static boolean isSettable(OxmField field) {
    return field.isSendable() && (field.isSettable() || field == OxmField.METADATA);
  }

  private static OFAction setField10(OFFactory factory, OxmValue value)
      throws UnsupportedFlowException {
    OFActions make = factory.actions();
    Form10 form = value.field().form10();
    if (form == null || form.setAction() < 0) {
      throw new UnsupportedFlowException("set-field:" + value.field().text());
    }
    long bits = value.low();
    return switch (value.field()) {
      case VLAN_VID -> make.setVlanVid(VlanVid.ofVlan((int) bits & ~OxmField.VLAN_PRESENT));
      case VLAN_PCP -> make.setVlanPcp(VlanPcp.of((byte) bits));
      case ETH_SRC -> make.setDlSrc(MacAddress.of(bits));
      case ETH_DST -> make.setDlDst(MacAddress.of(bits));
      case IPV4_SRC -> make.setNwSrc(IPv4Address.of((int) bits));
      case IPV4_DST -> make.setNwDst(IPv4Address.of((int) bits));
      case IP_DSCP -> make.setNwTos((short) (bits << DSCP_SHIFT));
      case TCP_SRC, UDP_SRC -> make.setTpSrc(TransportPort.of((int) bits));
      default -> make.setTpDst(TransportPort.of((int) bits));
    };
  }
}
