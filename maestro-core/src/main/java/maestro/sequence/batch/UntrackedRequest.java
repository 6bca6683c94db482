package maestro.sequence.batch;

import maestro.api.FlowRequest;
import maestro.openflow.FrameFlyweight;
import maestro.state.SeesViews;
import maestro.state.Versions;

/**
 * The current request of a {@link RequestView}, without tracking of reads. When stages are checked,
 * {@link WatchedRequest} is in its place.
 */
final class UntrackedRequest implements FlowRequest, SeesViews {
  private final RequestView view;

  UntrackedRequest(RequestView view) {
    this.view = view;
  }

  RequestView view() {
    return view;
  }

  private FrameFlyweight frame() {
    view.check();
    return view.frame;
  }

  @Override
  public Versions versions() {
    return view.versions();
  }

  @Override
  public FlowRequest untracked() {
    view.check();
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
    return frame().ethSrc();
  }

  @Override
  public long ethDst() {
    return frame().ethDst();
  }

  @Override
  public boolean isMulticast() {
    return frame().isMulticast();
  }

  @Override
  public int ethType() {
    return frame().ethType();
  }

  @Override
  public int vlanId() {
    return frame().vlanId();
  }

  @Override
  public boolean isIpv4() {
    return frame().isIpv4();
  }

  @Override
  public int ipv4Src() {
    return frame().ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    return frame().ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    return frame().ipProtocol();
  }

  @Override
  public int l4Src() {
    return frame().l4Src();
  }

  @Override
  public int l4Dst() {
    return frame().l4Dst();
  }

  @Override
  public boolean isIpv6() {
    return frame().isIpv6();
  }

  @Override
  public long ipv6SrcHigh() {
    return frame().ipv6SrcHigh();
  }

  @Override
  public long ipv6SrcLow() {
    return frame().ipv6SrcLow();
  }

  @Override
  public long ipv6DstHigh() {
    return frame().ipv6DstHigh();
  }

  @Override
  public long ipv6DstLow() {
    return frame().ipv6DstLow();
  }

  @Override
  public long ndTargetHigh() {
    return frame().ndTargetHigh();
  }

  @Override
  public long ndTargetLow() {
    return frame().ndTargetLow();
  }

  @Override
  public boolean isArp() {
    return frame().isArp();
  }

  @Override
  public int arpOperation() {
    return frame().arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    return frame().arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    return frame().arpTargetIpv4();
  }

  @Override
  public int reason() {
    return view.reason();
  }

  @Override
  public int tableId() {
    return view.tableId();
  }

  @Override
  public long cookie() {
    return view.cookie();
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
