package maestro.control.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client is slow: a request must arrive, and its answer must be taken, in
 * time. Confined to the control thread; one for each connection.
 */
final class Deadline extends ChannelInboundHandlerAdapter {
  private final Limits limits;
  private @Nullable Future<?> close;
  private boolean idle;

  Deadline(Limits limits) {
    this.limits = limits;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    closeAfter(ctx, limits.request());
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (idle) { // the first bytes of a request
      idle = false;
      closeAfter(ctx, limits.request());
    }
    ctx.fireChannelRead(message);
  }

  /** A whole request has arrived. */
  void arrived(ChannelHandlerContext ctx) {
    idle = false;
    closeAfter(ctx, limits.taking());
  }

  /** The client has taken the answer. */
  void taken(ChannelHandlerContext ctx) {
    idle = true;
    closeAfter(ctx, limits.idle());
  }

  /** The client has been refused, and is given the time to read why. */
  void leaving(ChannelHandlerContext ctx) {
    idle = false;
    closeAfter(ctx, limits.leaving());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed close ends the connection anyway
  private void closeAfter(ChannelHandlerContext ctx, Duration time) {
    cancel();
    Runnable closing = ctx::close;
    close = ctx.executor().schedule(closing, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The answer is not known yet, or has no end. */
  void suspend() {
    idle = false;
    cancel();
  }

  private void cancel() {
    if (close != null) {
      close.cancel(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    cancel();
    ctx.fireChannelInactive();
  }
}
