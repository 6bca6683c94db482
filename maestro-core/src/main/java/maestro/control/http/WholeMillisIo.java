package maestro.control.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;

/**
 * Lets the control thread sleep until a task is due. Netty rounds the time to the next task to the
 * nearest millisecond. Where that is too early, its loop asks the selector again and again until
 * the task is due, for half a millisecond. Here the time is rounded up, so a task is at most a
 * millisecond late.
 *
 * <p>Threads: as the handler behind it.
 */
public final class WholeMillisIo implements IoHandler {
  private static final long NS_PER_MS = 1_000_000;

  private final IoHandler selector;

  private WholeMillisIo(IoHandler selector) {
    this.selector = selector;
  }

  /** Makes handlers before those of another factory. */
  public static IoHandlerFactory before(IoHandlerFactory selectors) {
    return thread -> new WholeMillisIo(selectors.newHandler(thread));
  }

  @Override
  public int run(IoHandlerContext context) {
    return selector.run(new RoundedUp(context));
  }

  /** Rounds a time up to whole milliseconds. */
  static long roundedUp(long ns) {
    long partNs = ns % NS_PER_MS;
    return partNs <= 0 || ns > Long.MAX_VALUE - NS_PER_MS ? ns : ns - partNs + NS_PER_MS;
  }

  @Override
  public void initialize() {
    selector.initialize();
  }

  @Override
  public void prepareToDestroy() {
    selector.prepareToDestroy();
  }

  @Override
  public void destroy() {
    selector.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return selector.register(handle);
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return selector.isCompatible(handleType);
  }

  private record RoundedUp(IoHandlerContext context) implements IoHandlerContext {
    @Override
    public boolean canBlock() {
      return context.canBlock();
    }

    @Override
    public long delayNanos(long nowNs) {
      return roundedUp(context.delayNanos(nowNs));
    }

    @Override
    public long deadlineNanos() {
      return context.deadlineNanos();
    }

    @Override
    public void reportActiveIoTime(long activeNs) {
      context.reportActiveIoTime(activeNs);
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return context.shouldReportActiveIoTime();
    }
  }
}
