package maestro.apps.places;

import java.util.Arrays;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.api.Switches;
import maestro.apps.vlan.SwitchVlans;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/**
 * The entries that a worker's batch installs with {@code ordering = none}, so that none stays that
 * was wrong when it was sent. This worker may read that a host is at port 1. Then another worker
 * learns that it is at port 2, and its removal of the entries to port 1 reaches the switch before
 * the entry of this worker does.
 *
 * <ol>
 *   <li>Before the batch reads a place, it reads the count of {@link PlaceChanges}.
 *   <li>When the entries of the batch were written to the switch and the count is another one, each
 *       place is read again, and the entries to a host that is elsewhere now are removed.
 * </ol>
 *
 * <p>Why none stays: a worker writes to a switch under the lock of the connection's output. If it
 * has written a removal before this batch wrote its entries, then 2 sees the count and the place
 * that it had made before. Otherwise its removal comes after the entries and removes them.
 *
 * <p>One for each worker's stage. Allocates when a batch has more entries than any before, and for
 * a removal. In order it does nothing.
 */
public final class SentEntries {
  /** The state of a switch on which its entries depend. Any thread. */
  public interface Basis {
    /** The switch. */
    SwitchInfo info();

    /** Its VLANs. */
    SwitchVlans vlans();

    /** The id of the port where a host is; 0 when it is not known at this switch. */
    int portOf(long host, long nowNs);
  }

  private static final long ADDRESS_MASK = 0xffff_ffff_ffffL;
  private static final int VERSION_10 = 1;

  private final boolean inOrder;
  private final Switches switches;
  private final PlaceChanges changes;
  private Basis[] bases = new Basis[16];
  private long[] hosts = new long[16];
  private int[] ports = new int[16];
  private boolean[] wide = new boolean[16];
  private int count;
  private int changesBefore;
  private long nowNs;

  /** Makes the list of one stage. */
  public SentEntries(ApplicationContext context, PlaceChanges changes) {
    this.inOrder = context.inOrder();
    this.switches = context.switches();
    this.changes = changes;
  }

  /** A batch begins. */
  public void begin() {
    count = 0;
    changesBefore = changes.count(); // 1
  }

  /**
   * An entry to a host is about to be installed.
   *
   * @param port the id of the port to which it sends
   * @param requestNs the time of its request
   */
  public void add(Basis basis, long host, int port, long requestNs) {
    if (inOrder) {
      return;
    }
    if (count == hosts.length) {
      bases = Arrays.copyOf(bases, 2 * count);
      hosts = Arrays.copyOf(hosts, 2 * count);
      ports = Arrays.copyOf(ports, 2 * count);
      wide = Arrays.copyOf(wide, 2 * count);
    }
    bases[count] = basis;
    hosts[count] = host;
    ports[count] = port;
    wide[count] = !basis.vlans().knowTags();
    count++;
    nowNs = requestNs;
  }

  /** The entries of the batch were written to the switches. */
  public void written(SwitchOutput output) {
    if (changes.count() != changesBefore) { // 2
      for (int i = 0; i < count; i++) {
        check(i, output);
      }
    }
    Arrays.fill(bases, 0, count, null);
    count = 0;
  }

  private void check(int i, SwitchOutput output) {
    Basis basis = bases[i];
    if (wide[i] && basis.vlans().knowTags()) {
      basis.vlans().removeWide(output);
    }
    int port = basis.portOf(hosts[i], nowNs);
    if (port != 0 && port != ports[i]) {
      long datapathId = basis.info().datapathId();
      output.send(datapathId, removal(basis.info(), hosts[i] & ADDRESS_MASK));
    }
  }

  private OFFlowDelete removal(SwitchInfo info, long ethDst) {
    OFFactory factory = switches.factory(info.datapathId());
    OFFlowDelete.Builder removal =
        factory
            .buildFlowDelete()
            .setMatch(
                factory.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(ethDst)).build())
            .setOutPort(OFPort.ANY);
    return info.openFlowVersion() == VERSION_10
        ? removal.build()
        : removal.setTableId(TableId.ALL).setOutGroup(OFGroup.ANY).build();
  }
}
