package maestro.emulator.switches;

/** The Ethernet addresses of emulated hosts. Stateless. */
public final class HostAddresses {
  /** The address of host 0. It is locally administered, so no real host has it (IEEE 802). */
  public static final long FIRST = 0x0200_0000_0000L;

  private HostAddresses() {}
}
