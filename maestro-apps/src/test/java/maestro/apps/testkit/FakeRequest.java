package maestro.apps.testkit;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.openflow.FrameFlyweight;

/** A flow request over the bytes of a frame. */
public final class FakeRequest implements FlowRequest {
  private final FrameFlyweight flyweight = new FrameFlyweight();
  private final long datapathId;
  private final int inPort;
  private final long nowNs;
  private final byte[] frame;

  public FakeRequest(long datapathId, int inPort, long nowNs, byte[] frame) {
    this.datapathId = datapathId;
    this.inPort = inPort;
    this.nowNs = nowNs;
    this.frame = frame;
    if (!flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length)) {
      throw new IllegalArgumentException("no Ethernet frame");
    }
  }

  /** An IPv4 frame of 64 bytes between two Ethernet addresses. */
  public static FakeRequest between(long datapathId, int inPort, long ethSrc, long ethDst) {
    return new FakeRequest(datapathId, inPort, 0, ethernet(ethSrc, ethDst, 0x0800, new byte[50]));
  }

  /** An Ethernet frame. */
  public static byte[] ethernet(long ethSrc, long ethDst, int ethType, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
    frame.putShort((short) (ethDst >>> 32)).putInt((int) ethDst);
    frame.putShort((short) (ethSrc >>> 32)).putInt((int) ethSrc);
    frame.putShort((short) ethType).put(payload);
    return frame.array();
  }

  /** The same request at another time. */
  public FakeRequest at(long newNowNs) {
    return new FakeRequest(datapathId, inPort, newNowNs, frame);
  }

  @Override
  public long datapathId() {
    return datapathId;
  }

  @Override
  public int inPort() {
    return inPort;
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public long ethSrc() {
    return flyweight.ethSrc();
  }

  @Override
  public long ethDst() {
    return flyweight.ethDst();
  }

  @Override
  public boolean isMulticast() {
    return flyweight.isMulticast();
  }

  @Override
  public int ethType() {
    return flyweight.ethType();
  }

  @Override
  public int vlanId() {
    return flyweight.vlanId();
  }

  @Override
  public boolean isIpv4() {
    return flyweight.isIpv4();
  }

  @Override
  public int ipv4Src() {
    return flyweight.ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    return flyweight.ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    return flyweight.ipProtocol();
  }

  @Override
  public int l4Src() {
    return flyweight.l4Src();
  }

  @Override
  public int l4Dst() {
    return flyweight.l4Dst();
  }

  @Override
  public boolean isArp() {
    return flyweight.isArp();
  }

  @Override
  public int arpOperation() {
    return flyweight.arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    return flyweight.arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    return flyweight.arpTargetIpv4();
  }

  /** Nothing is noted here anyway. */
  @Override
  public FlowRequest unnoted() {
    return this;
  }

  @Override
  public int bufferId() {
    return -1;
  }

  @Override
  public int frameLength() {
    return frame.length;
  }

  @Override
  public int frameByte(int index) {
    return frame[index] & 0xff;
  }
}
