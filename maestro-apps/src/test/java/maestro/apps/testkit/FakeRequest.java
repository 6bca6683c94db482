package maestro.apps.testkit;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.FlowRequest;
import maestro.openflow.FrameFlyweight;

/** A flow request over the bytes of a frame. */
public final class FakeRequest implements FlowRequest {
  private static final int ADDRESS_BYTES = 12;

  private final FrameFlyweight flyweight = new FrameFlyweight();
  private final long datapathId;
  private final int inPort;
  private final long nowNs;
  private final byte[] frame;
  private final Set<String> tracked = new TreeSet<>();
  private final FakeRequest untracked;

  public FakeRequest(long datapathId, int inPort, long nowNs, byte[] frame) {
    this(datapathId, inPort, nowNs, frame, true);
  }

  private FakeRequest(long datapathId, int inPort, long nowNs, byte[] frame, boolean isTracked) {
    this.datapathId = datapathId;
    this.inPort = inPort;
    this.nowNs = nowNs;
    this.frame = frame;
    if (!flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length)) {
      throw new IllegalArgumentException("no Ethernet frame");
    }
    untracked = isTracked ? new FakeRequest(datapathId, inPort, nowNs, frame, false) : this;
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
    return note("ethType").ethType();
  }

  @Override
  public int vlanId() {
    return note("vlanId").vlanId();
  }

  @Override
  public boolean isIpv4() {
    return note("isIpv4").isIpv4();
  }

  @Override
  public int ipv4Src() {
    return note("ipv4Src").ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    return note("ipv4Dst").ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    return note("ipProtocol").ipProtocol();
  }

  @Override
  public int l4Src() {
    return note("l4Src").l4Src();
  }

  @Override
  public int l4Dst() {
    return note("l4Dst").l4Dst();
  }

  @Override
  public boolean isArp() {
    return note("isArp").isArp();
  }

  @Override
  public int arpOperation() {
    return note("arpOperation").arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    return note("arpSenderIpv4").arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    return note("arpTargetIpv4").arpTargetIpv4();
  }

  @Override
  public FlowRequest untracked() {
    return untracked;
  }

  /** The fields that were read and not through {@link #untracked}, which an entry would match. */
  public Set<String> tracked() {
    return tracked;
  }

  private FrameFlyweight note(String field) {
    if (untracked != this) {
      tracked.add(field);
    }
    return flyweight;
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
    if (index >= ADDRESS_BYTES) {
      note("frameByte");
    }
    return frame[index] & 0xff;
  }
}
