package maestro.net.session;

import java.util.concurrent.ThreadLocalRandom;
import maestro.api.SwitchInfo;

/**
 * The role that the configuration or an operator has ordered, the same at all switches.
 *
 * <p>A master that loses a switch to another controller is no longer the one that is to be master.
 * It keeps the switches that it has, and stands by at those that connect from then on, until it is
 * ordered to be master again. Otherwise two masters would take each switch from each other whenever
 * it connects.
 *
 * <p>Any thread.
 */
public final class OrderedRoles implements Roles {
  private static final int NUMBERS = 1 << 16;

  private final SwitchTable switches;

  /** Random, so that two controllers that both are ordered to be master seldom share it. */
  private final int number = ThreadLocalRandom.current().nextInt(NUMBERS);

  /** Volatile. */
  private volatile Role ordered;

  /** Begins with an order. */
  public OrderedRoles(SwitchTable switches, Role first) {
    this.switches = switches;
    this.ordered = first;
  }

  @Override
  public Role of(SwitchInfo info) {
    return ordered;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public void lost(Session session, long generation, String reason) {
    ordered = Role.STANDBY;
  }

  /** The role to take at switches that connect. */
  public Role ordered() {
    return ordered;
  }

  /** Orders a role at all switches, also where the last order was lost. */
  public void order(Role next) {
    ordered = next; // before the switches are looked through: one that comes later asks for it
    switches.all().forEach(each -> Session.of(each).want(next));
  }
}
