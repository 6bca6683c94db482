package maestro.apps.testkit;

import java.nio.ByteBuffer;

/** Frames of 64 bytes or more, made field by field. What is not said is 0. */
public final class FakeFrame {
  private static final int IPV4 = 0x0800;
  private static final int IPV6 = 0x86dd;
  private static final int VLAN_TAG = 0x8100;

  private final long ethSrc;
  private final long ethDst;
  private int vlan = -1;
  private int ethType = IPV4;
  private int ipSrc;
  private int ipDst;
  private int protocol;
  private int l4Src;
  private int l4Dst;

  private FakeFrame(long ethSrc, long ethDst) {
    this.ethSrc = ethSrc;
    this.ethDst = ethDst;
  }

  /** An IPv4 frame between two Ethernet addresses. */
  public static FakeFrame between(long ethSrc, long ethDst) {
    return new FakeFrame(ethSrc, ethDst);
  }

  public FakeFrame vlan(int id) {
    vlan = id;
    return this;
  }

  /** Of another type: IPv6, or anything with no known content. */
  public FakeFrame type(int type) {
    ethType = type;
    return this;
  }

  public FakeFrame ip(int src, int dst) {
    ipSrc = src;
    ipDst = dst;
    return this;
  }

  public FakeFrame transport(int ipProtocol, int src, int dst) {
    protocol = ipProtocol;
    l4Src = src;
    l4Dst = dst;
    return this;
  }

  /** The request for it. */
  public FakeRequest at(long datapathId, int inPort) {
    return new FakeRequest(datapathId, inPort, 0, bytes());
  }

  /** From the destination address on. */
  public byte[] bytes() {
    ByteBuffer frame = ByteBuffer.allocate(82);
    frame.putShort((short) (ethDst >>> 32)).putInt((int) ethDst);
    frame.putShort((short) (ethSrc >>> 32)).putInt((int) ethSrc);
    if (vlan >= 0) {
      frame.putShort((short) VLAN_TAG).putShort((short) vlan);
    }
    frame.putShort((short) ethType);
    if (ethType == IPV4) {
      frame.put((byte) 0x45).put((byte) 0).putShort((short) 46).putInt(0);
      frame.put((byte) 64).put((byte) protocol).putShort((short) 0).putInt(ipSrc).putInt(ipDst);
      putTransport(frame);
    } else if (ethType == IPV6) {
      frame.putInt(0x6000_0000).putShort((short) 20).put((byte) protocol).put((byte) 64);
      frame.position(frame.position() + 32);
      putTransport(frame);
    }
    return frame.array();
  }

  private void putTransport(ByteBuffer frame) {
    boolean icmp = protocol == 1 || protocol == 58;
    if (icmp) {
      frame.put((byte) l4Src).put((byte) l4Dst);
    } else {
      frame.putShort((short) l4Src).putShort((short) l4Dst);
    }
  }
}
