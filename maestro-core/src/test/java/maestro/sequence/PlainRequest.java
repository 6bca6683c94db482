package maestro.sequence;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import maestro.api.FlowRequest;
import maestro.openflow.FrameFlyweight;

/** A request over a frame, without a switch: to ask what a stage would decide. */
final class PlainRequest implements FlowRequest {
  private final FrameFlyweight flyweight = new FrameFlyweight();
  private final int inPort;
  private final byte[] frame;

  PlainRequest(int inPort, byte[] frame) {
    this.inPort = inPort;
    this.frame = frame;
    flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length);
  }

  byte[] frame() {
    return frame.clone();
  }

  @Override
  public FlowRequest untracked() {
    return this;
  }

  @Override
  public long datapathId() {
    return 1;
  }

  @Override
  public int inPort() {
    return inPort;
  }

  @Override
  public long nowNs() {
    return 0;
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

  @Override
  public String toString() {
    return "port " + inPort + " " + HexFormat.of().formatHex(frame);
  }
}
