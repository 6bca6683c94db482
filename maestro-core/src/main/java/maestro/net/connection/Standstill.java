package maestro.net.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Notices that visits do not bring a connection forward: many in a row, and none has read a byte or
 * handled a message. Every visit should, or there is nothing to visit it for; so this is a fault of
 * the controller, whatever its cause, and the switch waits for ever.
 *
 * <p>A visit costs a comparison and a store.
 *
 * <p>Threads: {@link #visited} is for the holder of the claim, {@link #isOn} for any.
 */
public final class Standstill {
  /** What an operator is told. */
  public static final String WHAT =
      "its visits read no byte and handle no message; restart it or the controller, and report this";

  /**
   * So many visits in a row are no accident. A visit for nothing happens: a selector reports a
   * connection whose input was read meanwhile. It takes some ten microseconds.
   */
  static final int VISITS = 1000;

  private static final VarHandle FRUITLESS;

  static {
    try {
      FRUITLESS = MethodHandles.lookup().findVarHandle(Standstill.class, "fruitless", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long movedBytes;

  /** Opaque: the visits since the last one that moved a byte, {@link #VISITS} at most. */
  private int fruitless;

  /**
   * A visit has ended.
   *
   * @param movedNow what was read and chopped of the connection since it began
   * @return true when the connection stands still from now on
   */
  public boolean visited(long movedNow) {
    if (movedNow != movedBytes) {
      movedBytes = movedNow;
      if (fruitless > 0) {
        FRUITLESS.setOpaque(this, 0);
      }
      return false;
    }
    if (fruitless == VISITS) {
      return false;
    }
    FRUITLESS.setOpaque(this, fruitless + 1);
    return fruitless == VISITS;
  }

  /** Whether the connection stands still. */
  public boolean isOn() {
    return (int) FRUITLESS.getOpaque(this) == VISITS;
  }
}
