package maestro.api.topology;

/**
 * A reservation that this application has asked for by {@link Bandwidth#reserve}. Since API level
 * 4.
 *
 * <p>Threads: any. No method waits.
 */
public interface OwnReservation {
  /** What has become of it by now. */
  Reservation now();

  /**
   * Gives it back: soon its entries are removed, and then its bandwidth is free. Does nothing when
   * it is refused or given back already. The application is not told.
   */
  void giveBack();
}
