package maestro.entries;

import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.net.message.PartListener;
import maestro.net.session.Session;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** The connection to a switch, as reconciliation needs it. Any thread, except where noted. */
interface EntrySwitch {
  SwitchInfo info();

  /** Whether its connection is closed, or another controller has it. */
  boolean isGone();

  /** The port with this number, or null. */
  @Nullable PortInfo port(int number);

  /** The switch-local state of a slot. For the holder of the claim. */
  Object local(int slot);

  /** See {@link maestro.net.session.PendingRequests#listen}. */
  int listen(PartListener listener);

  /** See {@link maestro.net.session.PendingRequests#ignore}. */
  void ignore(int xid);

  /** Sends whole messages, all or none; false when the switch is congested or gone. */
  boolean send(byte[] messages);

  /** A complete check has found, or left, so many flow entries of applications. */
  default void checked(int entries) {}

  /** See {@link maestro.net.session.TableMiss#shown}. */
  default void shown(FlowStatsEntryFlyweight entry, boolean isForeign) {}

  /** See {@link maestro.net.session.TableMiss#allShown}. */
  default void allShown() {}

  /** The bytes of a message for the switch. */
  byte[] bytesOf(OFMessage message);

  /** The connection of a session; two of one session are equal. */
  record OfSession(Session session) implements EntrySwitch {
    @Override
    public SwitchInfo info() {
      return session.info();
    }

    @Override
    public boolean isGone() {
      return session.connection().isGone() || !session.isReady();
    }

    @Override
    public @Nullable PortInfo port(int number) {
      return session.ports().get(number);
    }

    @Override
    public Object local(int slot) {
      return session.local(slot);
    }

    @Override
    public int listen(PartListener listener) {
      return session.requests().listen(listener);
    }

    @Override
    public void ignore(int xid) {
      session.requests().ignore(xid);
    }

    @Override
    public boolean send(byte[] messages) {
      return session.isReady() && session.connection().send(messages);
    }

    @Override
    public void checked(int entries) {
      session.connection().flowTable().checked(entries);
    }

    @Override
    public void shown(FlowStatsEntryFlyweight entry, boolean isForeign) {
      session.tableMiss().shown(entry, isForeign);
    }

    @Override
    public void allShown() {
      session.tableMiss().allShown();
    }

    @Override
    public byte[] bytesOf(OFMessage message) {
      return session.bytesOf(message);
    }

    @Override
    public String toString() {
      return session.connection().toString();
    }
  }
}
