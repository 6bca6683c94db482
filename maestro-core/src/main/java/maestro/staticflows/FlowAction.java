package maestro.staticflows;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IpDscp;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFValueType;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanPcp;

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
          + " dec-ttl, push-mpls:0x8847, pop-mpls:ETHERTYPE";

  private static final int WHOLE_PACKET = 0xffff;
  private static final int MOST_GROUP_BITS = 32;
  private static final int DSCP_SHIFT = 2;

  /** Makes an action of a version. */
  @FunctionalInterface
  interface Maker {
    OFAction make(OFFactory factory) throws UnsupportedFlowException;
  }

  /** Makes an action that OpenFlow 1.0 does not have. */
  private static FlowAction of13(String text, String what, Function<OFFactory, OFAction> maker) {
    return new FlowAction(
        text,
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
    String name = (colon < 0 ? text : text.substring(0, colon)).replace('_', '-');
    String argument = colon < 0 ? "" : text.substring(colon + 1);
    FlowAction action =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "output" -> output(where, text, argument);
          case "set-field" -> setField(where, text, argument);
          case "push-vlan" -> pushVlan(where, text, argument);
          case "pop-vlan", "strip-vlan" -> colon < 0 ? popVlan() : null;
          case "group" -> group(where, text, argument);
          case "set-queue" -> setQueue(where, text, argument);
          case "dec-ttl", "dec-nw-ttl" ->
              colon < 0 ? of13("dec-ttl", "dec-ttl", f -> f.actions().decNwTtl()) : null;
          case "push-mpls" -> pushMpls(where, text, argument);
          case "pop-mpls" -> popMpls(where, text, argument);
          default -> null;
        };
    if (action == null) {
      throw BadFlowException.found(where, text, StaticActions.ALLOWED);
    }
    return action;
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

  private static FlowAction group(String where, String text, String argument)
      throws BadFlowException {
    String allowed = "group: and a number up to 0xffffff00";
    long group = number(where, text, argument, MOST_GROUP_BITS, allowed);
    if (group > Integer.toUnsignedLong(OFGroup.MAX.getGroupNumber())) {
      throw BadFlowException.found(where, text, allowed);
    }
    return of13("group:" + group, "groups", f -> f.actions().group(OFGroup.of((int) group)));
  }

  private static FlowAction setQueue(String where, String text, String argument)
      throws BadFlowException {
    long queue = number(where, text, argument, 32, "set-queue: and a number of 32 bits");
    return of13("set-queue:" + queue, "set-queue", f -> f.actions().setQueue(queue));
  }

  private static FlowAction pushVlan(String where, String text, String argument)
      throws BadFlowException {
    String allowed = "push-vlan:0x8100 or push-vlan:0x88a8";
    long type = argument.isEmpty() ? 0x8100 : number(where, text, argument, 16, allowed);
    if (type != 0x8100 && type != 0x88a8) {
      throw BadFlowException.found(where, text, allowed);
    }
    return of13(
        "push-vlan:0x" + Long.toHexString(type),
        "push-vlan: set-field:vlan_vid=VLAN adds a tag there",
        f -> f.actions().pushVlan(EthType.of((int) type)));
  }

  private static FlowAction popVlan() {
    return new FlowAction(
        "pop-vlan",
        null,
        f -> f.getVersion() == OFVersion.OF_10 ? f.actions().stripVlan() : f.actions().popVlan());
  }

  private static FlowAction pushMpls(String where, String text, String argument)
      throws BadFlowException {
    String allowed = "push-mpls:0x8847 or push-mpls:0x8848";
    long type = number(where, text, argument, 16, allowed);
    if (type != 0x8847 && type != 0x8848) {
      throw BadFlowException.found(where, text, allowed);
    }
    return of13(
        "push-mpls:0x" + Long.toHexString(type),
        "MPLS",
        f -> f.actions().pushMpls(EthType.of((int) type)));
  }

  private static FlowAction popMpls(String where, String text, String argument)
      throws BadFlowException {
    long type = number(where, text, argument, 16, "pop-mpls: and the Ethernet type of the content");
    return of13(
        "pop-mpls:0x" + Long.toHexString(type),
        "MPLS",
        f -> f.actions().popMpls(EthType.of((int) type)));
  }

  // ---- set-field ----

  private static FlowAction setField(String where, String text, String argument)
      throws BadFlowException {
    int equals = argument.indexOf('=');
    NamedField<?> field = equals < 0 ? null : NamedField.named(argument.substring(0, equals));
    if (field == null || !field.isSettable()) {
      throw BadFlowException.found(
          where, text, "set-field:NAME=VALUE with the name of a field to match, except in_port");
    }
    return setField(where, text, field, argument.substring(equals + 1));
  }

  private static <F extends OFValueType<F>> FlowAction setField(
      String where, String text, NamedField<F> field, String argument) throws BadFlowException {
    FieldValue<F> value;
    try {
      value = field.parse(argument);
    } catch (BadFlowException e) {
      throw new BadFlowException(where + ": " + e.text());
    }
    if (value == null || value.mask() != null || value.text().equals("untagged")) {
      throw BadFlowException.found(where, text, "a value without a mask");
    }
    return new FlowAction(
        "set-field:" + field.name() + "=" + value.text(),
        null,
        f ->
            f.getVersion() == OFVersion.OF_10
                ? setField10(f, field.name(), value.value())
                : f.actions().setField(field.oxm(f.oxms(), value.value())));
  }

  /** The actions of OpenFlow 1.0 that set a field. */
  private static final Map<String, BiFunction<OFFactory, Object, OFAction>> SETTERS_10 =
      Map.of(
          "eth_dst", (f, v) -> f.actions().setDlDst((MacAddress) v),
          "eth_src", (f, v) -> f.actions().setDlSrc((MacAddress) v),
          "vlan_pcp", (f, v) -> f.actions().setVlanPcp((VlanPcp) v),
          "ipv4_dst", (f, v) -> f.actions().setNwDst((IPv4Address) v),
          "ipv4_src", (f, v) -> f.actions().setNwSrc((IPv4Address) v),
          "ip_dscp",
              (f, v) -> f.actions().setNwTos((short) (((IpDscp) v).getDscpValue() << DSCP_SHIFT)),
          "tcp_dst", (f, v) -> f.actions().setTpDst((TransportPort) v),
          "tcp_src", (f, v) -> f.actions().setTpSrc((TransportPort) v),
          "udp_dst", (f, v) -> f.actions().setTpDst((TransportPort) v),
          "udp_src", (f, v) -> f.actions().setTpSrc((TransportPort) v));

  private static OFAction setField10(OFFactory factory, String name, Object value)
      throws UnsupportedFlowException {
    if (name.equals("vlan_vid")) {
      return factory.actions().setVlanVid(((OFVlanVidMatch) value).getVlanVid());
    }
    var setter = SETTERS_10.get(name);
    if (setter == null) {
      throw new UnsupportedFlowException("set-field:" + name);
    }
    return setter.apply(factory, value);
  }
}
