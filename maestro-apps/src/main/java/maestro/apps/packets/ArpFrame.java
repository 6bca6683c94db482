package maestro.apps.packets;

import java.util.Arrays;
import maestro.api.FlowRequest;
import maestro.api.packet.FrameBuilder;

/**
 * ARP for IPv4 over Ethernet (RFC 826): a flyweight over a flow request, and makers of frames.
 *
 * <pre>
 *  0       2       4      5      6           8            14            18           24            28
 *  | htype | ptype | hlen | plen | operation | sender eth | sender IPv4 | target eth | target IPv4 |
 * </pre>
 *
 * <p>Threads: one at a time. Reads the request, so it is valid as long as the request is. Allocates
 * nothing, except in {@link #question}.
 */
public final class ArpFrame {
  /** EtherType of ARP. */
  static final int ETH_TYPE = 0x0806;

  /** Operation: asks who has an address. */
  public static final int REQUEST = 1;

  /** Operation: answers who has an address. */
  static final int REPLY = 2;

  /** The least length of an Ethernet frame, without checksum. */
  private static final int MIN_FRAME_BYTES = 60;

  /** The most bytes that {@link #writeReply} needs. */
  static final int MAX_REPLY_BYTES = MIN_FRAME_BYTES;

  private static final long ETHERNET_IPV4 = 0x0001_0800_0604L;

  private static final int OPERATION = 6;
  private static final int SENDER_ETH = 8;
  private static final int SENDER_IPV4 = 14;
  private static final int TARGET_ETH = 18;
  private static final int TARGET_IPV4 = 24;
  private static final int BYTES = 28;

  private FlowRequest request;
  private int at;

  /** Wraps a request; false when it is no ARP for IPv4, or is cut off. */
  public boolean wrap(FlowRequest newRequest) {
    if (newRequest.ethType() != ETH_TYPE) {
      return false;
    }
    request = newRequest;
    at = Tags.payloadOf(request);
    return request.frameLength() >= at + BYTES && number(0, 6) == ETHERNET_IPV4;
  }

  /** The operation: {@link #REQUEST}, {@link #REPLY} or another one. */
  int operation() {
    return (int) number(OPERATION, 2);
  }

  /** The sender's Ethernet address. */
  public long senderEth() {
    return number(SENDER_ETH, 6);
  }

  /** The sender's IPv4 address; 0 when it only asks whether any host has the target (RFC 5227). */
  public int senderIpv4() {
    return (int) number(SENDER_IPV4, 4);
  }

  /** The requested address. */
  public int targetIpv4() {
    return (int) number(TARGET_IPV4, 4);
  }

  private long number(int field, int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = (number << 8) | request.frameByte(at + field + i);
    }
    return number;
  }

  /**
   * Writes the answer to the request, with the request's VLAN tags.
   *
   * @param owner the Ethernet address that has the requested address
   * @param from the Ethernet address that sends the answer
   * @param frame at least {@link #MAX_REPLY_BYTES}
   * @return the length of the answer
   */
  public int writeReply(long owner, long from, byte[] frame) {
    put(frame, 0, request.ethSrc(), 6);
    put(frame, 6, from, 6);
    for (int i = Tags.ETH_TYPE_AT; i < at; i++) {
      frame[i] = (byte) request.frameByte(i);
    }
    long asker = senderEth();
    int askerIpv4 = senderIpv4();
    int wanted = targetIpv4();
    put(frame, at, ETHERNET_IPV4, 6);
    put(frame, at + OPERATION, REPLY, 2);
    put(frame, at + SENDER_ETH, owner, 6);
    put(frame, at + SENDER_IPV4, wanted, 4);
    put(frame, at + TARGET_ETH, asker, 6);
    put(frame, at + TARGET_IPV4, askerIpv4, 4);
    for (int i = at + BYTES; i < MIN_FRAME_BYTES; i++) {
      frame[i] = 0;
    }
    return MIN_FRAME_BYTES;
  }

  /**
   * Makes a frame that asks a host whether it is there, sent by the controller. It claims no IPv4
   * address, so it changes no host's table.
   */
  public static byte[] question(long ethAddress, int ipv4) {
    byte[] frame =
        FrameBuilder.ethernet(ethAddress, Addresses.OF_CONTROLLER)
            .arp(REQUEST, Addresses.OF_CONTROLLER, 0, 0, ipv4)
            .build();
    return Arrays.copyOf(frame, MIN_FRAME_BYTES);
  }

  private static void put(byte[] frame, int at, long number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      frame[at + i] = (byte) (number >>> (8 * (bytes - 1 - i)));
    }
  }
}
