package maestro.network.flow;

import java.util.concurrent.TimeUnit;

/** Sends its frames at equal distances, whatever becomes of them. Confined to one thread. */
public final class UdpFlow extends Flow {
  /** Frames that take longer are lost. */
  private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(1);

  private final long gapNs;
  private int next;

  public UdpFlow(
      int number, TrafficSettings settings, int source, int target, long sizeBytes, long begunNs) {
    super(number, settings, source, target, sizeBytes, begunNs);
    this.gapNs = Math.max(1, Math.round(settings.frameBytes() * 8e9 / settings.bitsPerSecond()));
  }

  @Override
  public void begin(long nowNs, Sender sender) {
    onTime(nowNs, sender);
  }

  @Override
  public void onTime(long nowNs, Sender sender) {
    if (next == frameCount) {
      end();
      return;
    }
    sender.data(this, next++);
    dueNs = nowNs + (next == frameCount ? LINGER_NS : gapNs);
  }

  @Override
  public void acknowledged(
      int firstMissing, int blockFrom, int blockTo, long nowNs, Sender sender) {}

  @Override
  void arrived(int frame, Sender sender) {}
}
