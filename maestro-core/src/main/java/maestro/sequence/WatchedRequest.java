package maestro.sequence;

import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * An {@link UntrackedRequest} of a checked stage: it tracks in a set of its own what was read. For
 * {@link StageCheck}.
 */
final class WatchedRequest extends UntrackedRequest {
  private final int[] read;

  /**
   * Makes the request.
   *
   * @param read gets the fields that were read, by the index of the request in the batch
   */
  WatchedRequest(RequestView view, int[] read) {
    super(view);
    this.read = read;
  }

  /** Reads a field by the accessor that tracks, and moves what it has tracked. */
  private int read(ToIntFunction<RequestView> field) {
    return (int) readLong(field::applyAsInt);
  }

  private long readLong(ToLongFunction<RequestView> field) {
    RequestView view = view();
    view.check();
    int before = view.tracked();
    view.tracked(0);
    try {
      return field.applyAsLong(view);
    } finally {
      read[view.index()] |= view.tracked();
      view.tracked(before);
    }
  }

  @Override
  public int ethType() {
    return read(RequestView::ethType);
  }

  @Override
  public int vlanId() {
    return read(RequestView::vlanId);
  }

  @Override
  public boolean isIpv4() {
    return read(view -> view.isIpv4() ? 1 : 0) > 0;
  }

  @Override
  public int ipv4Src() {
    return read(RequestView::ipv4Src);
  }

  @Override
  public int ipv4Dst() {
    return read(RequestView::ipv4Dst);
  }

  @Override
  public int ipProtocol() {
    return read(RequestView::ipProtocol);
  }

  @Override
  public int l4Src() {
    return read(RequestView::l4Src);
  }

  @Override
  public int l4Dst() {
    return read(RequestView::l4Dst);
  }

  @Override
  public boolean isIpv6() {
    return read(view -> view.isIpv6() ? 1 : 0) > 0;
  }

  @Override
  public long ipv6SrcHigh() {
    return readLong(RequestView::ipv6SrcHigh);
  }

  @Override
  public long ipv6SrcLow() {
    return readLong(RequestView::ipv6SrcLow);
  }

  @Override
  public long ipv6DstHigh() {
    return readLong(RequestView::ipv6DstHigh);
  }

  @Override
  public long ipv6DstLow() {
    return readLong(RequestView::ipv6DstLow);
  }

  @Override
  public long ndTargetHigh() {
    return readLong(RequestView::ndTargetHigh);
  }

  @Override
  public long ndTargetLow() {
    return readLong(RequestView::ndTargetLow);
  }

  @Override
  public boolean isArp() {
    return read(view -> view.isArp() ? 1 : 0) > 0;
  }

  @Override
  public int arpOperation() {
    return read(RequestView::arpOperation);
  }

  @Override
  public int arpSenderIpv4() {
    return read(RequestView::arpSenderIpv4);
  }

  @Override
  public int arpTargetIpv4() {
    return read(RequestView::arpTargetIpv4);
  }

  @Override
  public int frameByte(int index) {
    return read(view -> view.frameByte(index));
  }
}
