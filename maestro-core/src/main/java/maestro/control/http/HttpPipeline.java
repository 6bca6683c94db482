package maestro.control.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;
import java.util.function.Supplier;
import maestro.tls.TlsContext;

/** Sets up each connection of the control listener. Confined to the control thread. */
public final class HttpPipeline extends ChannelInitializer<SocketChannel> {
  /** The name of the handler that knows HTTP. */
  static final String CODEC = "http";

  private static final Answer TOO_LARGE =
      Answer.problem(413, "Content Too Large", "the body is too long");

  private final EndpointPaths routes;
  private final Guard guard;
  private final Limits limits;
  private final Supplier<Optional<TlsContext>> tls;
  private final OpenConnections connections;
  private final RefusedClients refusedClients;

  public HttpPipeline(
      EndpointPaths routes,
      Guard guard,
      Limits limits,
      Supplier<Optional<TlsContext>> tls,
      OpenConnections connections,
      RefusedClients refusedClients) {
    this.routes = routes;
    this.guard = guard;
    this.limits = limits;
    this.tls = tls;
    this.connections = connections;
    this.refusedClients = refusedClients;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    tls.get().ifPresent(context -> pipeline.addLast(new SslHandler(context.newEngine())));
    Deadline deadline = new Deadline(limits);
    Exchange exchange = new Exchange(routes, guard, connections, refusedClients, deadline);
    HttpDecoderConfig decoding =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.lineBytes())
            .setMaxHeaderSize(limits.headerBytes());
    pipeline.addLast(deadline);
    pipeline.addLast(CODEC, new HttpServerCodec(decoding));
    pipeline.addLast(new WholeRequests(limits.bodyBytes(), exchange), exchange);
  }

  /** Joins the parts of a request, and refuses one with a body that is too long. */
  private static final class WholeRequests extends HttpObjectAggregator {
    private final Exchange exchange;

    WholeRequests(int mostBytes, Exchange exchange) {
      super(mostBytes, true);
      this.exchange = exchange;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
      exchange.refuse(ctx.pipeline().context(exchange), TOO_LARGE);
    }
  }
}
