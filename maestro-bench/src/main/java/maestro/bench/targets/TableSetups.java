package maestro.bench.targets;

/** The controllers that rows of the table compare. One worker, unless a name says otherwise. */
final class TableSetups {
  static final ControllerSetup STATIC =
      ControllerSetup.strategy("static-partition", "static-partition", 1);
  static final ControllerSetup FAIR = ControllerSetup.strategy("fair-share", "fair-share", 1);

  /** With the heap, and as much direct memory, that fit a small container. */
  static final ControllerSetup FAIR_SMALL_HEAP = FAIR.withJvmFlags("fair-share-64m", "-Xmx64m");

  static final ControllerSetup FAIR_BIG_TABLES =
      ControllerSetup.strategy(
          "fair-share-big-tables",
          "fair-share",
          1,
          "applications.learning-switch.table-size=1048576");
  static final ControllerSetup STATIC_TWO_WORKERS =
      ControllerSetup.strategy("static-partition-2", "static-partition", 2);
  static final ControllerSetup FAIR_TWO_WORKERS =
      ControllerSetup.strategy("fair-share-2", "fair-share", 2);
  static final ControllerSetup ROBIN = ControllerSetup.strategy("round-robin", "round-robin", 1);
  static final ControllerSetup ROBIN_BIG_READS =
      ControllerSetup.strategy(
          "round-robin-62k", "round-robin", 1, "maestro.distribution.read-size=62 KiB");

  /**
   * With an application that takes its time, so that the load thread can offer more than the
   * controller answers.
   */
  static final ControllerSetup STATIC_COSTLY = costly("static-partition");

  static final ControllerSetup FAIR_COSTLY = costly("fair-share");

  private TableSetups() {}

  private static ControllerSetup costly(String strategy) {
    return ControllerSetup.strategy(
            strategy + "-costly", strategy, 1, "applications.request-cost.time=300 ns")
        .withConfig("costly.conf");
  }
}
