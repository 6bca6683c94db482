package maestro.emulator.network;

import java.net.InetSocketAddress;

/**
 * How switches find their controller.
 *
 * @param address where the controller listens, or where the first switch does
 * @param switchesListen whether the switches wait for the controller: switch n, counted from 0, at
 *     n ports above the first one, or each at a free port when that is 0
 */
public record ControllerAddress(InetSocketAddress address, boolean switchesListen) {
  /** Where a switch listens. */
  InetSocketAddress ofSwitch(int index) {
    int port = address.getPort() == 0 ? 0 : address.getPort() + index;
    return new InetSocketAddress(address.getAddress(), port);
  }
}
