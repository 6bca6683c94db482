package maestro.network.dataplane.table;

import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.packet.Operation;

/**
 * What is known of the frames that actions will change: first what their entry's match says, then
 * what the actions before do. Used for one list of actions, or for the lists of one entry.
 */
public final class Known {
  private final long[] values;
  private final long[] masks;

  /** Whether nothing is known of the frames, so that every action may fit. */
  private final boolean anything;

  private Known(long[] values, long[] masks, boolean anything) {
    this.values = values;
    this.masks = masks;
    this.anything = anything;
  }

  /** Of the frames of an entry. */
  public static Known of(Match match) {
    return new Known(match.key(), match.keyMasks(), false);
  }

  /** Of frames that a PACKET_OUT or a group's bucket treats. */
  public static Known nothing() {
    return new Known(new long[Key.WORDS], new long[Key.WORDS], true);
  }

  /**
   * An action follows.
   *
   * @throws RefusedMessageException when frames have not what the action changes
   */
  public void act(int operation, long first) throws RefusedMessageException {
    if (anything) {
      return;
    }
    switch (operation) {
      case Operation.PUSH_VLAN -> set(Field.VLAN_VID, Field.VLAN_PRESENT, Field.VLAN_PRESENT);
      case Operation.POP_VLAN -> {
        check(Field.VLAN_VID.get(masks) == 0 || has(Field.VLAN_PCP));
        set(Field.VLAN_VID, 0, 0);
      }
      case Operation.PUSH_MPLS, Operation.PUSH_PBB -> become(first);
      case Operation.POP_MPLS -> {
        check(isTypeOpen() || has(Field.MPLS_LABEL));
        become(first);
      }
      case Operation.POP_PBB -> {
        check(isTypeOpen() || has(Field.PBB_ISID));
        set(Field.ETH_TYPE, 0, 0);
        set(Field.IP_PROTO, 0, 0);
        set(Field.VLAN_VID, 0, 0);
      }
      default -> {
        if (Operation.isSetField(operation)) {
          setField(Operation.field(operation), first);
        }
      }
    }
  }

  private void setField(Field field, long value) throws RefusedMessageException {
    check(field == Field.VLAN_VID ? has(Field.VLAN_PCP) : has(field));
    if (field == Field.ETH_TYPE) {
      become(value);
    } else if (!field.isLong()) {
      set(field, value, field.allBits());
    }
  }

  /** The payload is of another type. */
  private void become(long type) {
    set(Field.ETH_TYPE, type, Field.ETH_TYPE.allBits());
    set(Field.IP_PROTO, 0, 0);
    set(Field.ICMPV6_TYPE, 0, 0);
  }

  private boolean isTypeOpen() {
    return Field.ETH_TYPE.get(masks) == 0;
  }

  private boolean has(Field field) {
    return field.isIn(values, masks);
  }

  private void set(Field field, long value, long mask) {
    field.put(values, value);
    field.put(masks, mask);
  }

  private static void check(boolean fits) throws RefusedMessageException {
    if (!fits) {
      throw new RefusedMessageException(Refusal.ACTION_MATCH_INCONSISTENT);
    }
  }
}
