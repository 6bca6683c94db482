package maestro.sequence;

import maestro.api.FlowRequest;
import maestro.state.SeesViews;
import maestro.state.Versions;

/** The current request of a {@link RequestView}, without noting of reads. */
final class UnnotedRequest implements FlowRequest, SeesViews {
  private final RequestView view;

  UnnotedRequest(RequestView view) {
    this.view = view;
  }

  RequestView view() {
    return view;
  }

  @Override
  public Versions versions() {
    return view.versions();
  }

  @Override
  public FlowRequest unnoted() {
    return this;
  }

  @Override
  public long datapathId() {
    return view.datapathId();
  }

  @Override
  public int inPort() {
    return view.inPort();
  }

  @Override
  public long nowNs() {
    return view.nowNs();
  }

  @Override
  public long ethSrc() {
    return view.frame.ethSrc();
  }

  @Override
  public long ethDst() {
    return view.frame.ethDst();
  }

  @Override
  public boolean isMulticast() {
    return view.frame.isMulticast();
  }

  @Override
  public int ethType() {
    return view.frame.ethType();
  }

  @Override
  public int vlanId() {
    return view.frame.vlanId();
  }

  @Override
  public boolean isIpv4() {
    return view.frame.isIpv4();
  }

  @Override
  public int ipv4Src() {
    return view.frame.ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    return view.frame.ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    return view.frame.ipProtocol();
  }

  @Override
  public int l4Src() {
    return view.frame.l4Src();
  }

  @Override
  public int l4Dst() {
    return view.frame.l4Dst();
  }

  @Override
  public boolean isArp() {
    return view.frame.isArp();
  }

  @Override
  public int arpOperation() {
    return view.frame.arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    return view.frame.arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    return view.frame.arpTargetIpv4();
  }

  @Override
  public int bufferId() {
    return view.bufferId();
  }

  @Override
  public int frameLength() {
    return view.frameLength();
  }

  @Override
  public int frameByte(int index) {
    return view.byteAt(index);
  }
}
