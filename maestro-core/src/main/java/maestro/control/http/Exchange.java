package maestro.control.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import maestro.control.http.RefusedClients.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of one connection, one after the other: the next one is read when the client
 * has taken the answer, so a connection never holds more than one. Confined to the control thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close or write ends the connection anyway
final class Exchange extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final TimeUnit MILLIS = TimeUnit.MILLISECONDS;
  private static final WriteBufferWaterMark LISTENER_BYTES =
      new WriteBufferWaterMark(8 * 1024, 16 * 1024);
  private static final Answer BROKEN =
      Answer.problem(500, "Internal Server Error", "see the log of the controller");

  private final EndpointPaths routes;
  private final Guard guard;
  private final OpenConnections connections;
  private final RefusedClients refusedClients;
  private final Deadline deadline;

  /** The requests of one read, at most, which is short. */
  private final Queue<FullHttpRequest> waiting = new ArrayDeque<>();

  /** Whether HTTP is spoken: a handshake has not failed. */
  private boolean secured = true;

  private boolean busy;
  private boolean leaving;

  Exchange(
      EndpointPaths routes,
      Guard guard,
      OpenConnections connections,
      RefusedClients refusedClients,
      Deadline deadline) {
    this.routes = routes;
    this.guard = guard;
    this.connections = connections;
    this.refusedClients = refusedClients;
    this.deadline = deadline;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (connections.opened(ctx.channel())) {
      note(ctx, Kind.CROWD, "");
    }
    ctx.read();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (busy) { // it came in one read with the one before
      waiting.add(request.retain());
    } else if (!leaving) {
      handle(ctx, request);
    }
  }

  private void handle(ChannelHandlerContext ctx, FullHttpRequest request) {
    busy = true;
    connections.asked(ctx.channel());
    deadline.arrived(ctx);
    if (request.decoderResult().isFailure()) {
      Throwable cause = request.decoderResult().cause();
      note(ctx, Kind.MALFORMED, mistake(cause));
      refuse(ctx, malformed(cause));
      return;
    }
    RequestTarget target;
    try {
      target = RequestTarget.of(request);
    } catch (RefusedQuestion e) {
      note(ctx, Kind.MALFORMED, String.valueOf(e.getMessage()));
      refuse(ctx, e.answer());
      return;
    }
    ResponseOptions options = ResponseOptions.of(request);
    EndpointPaths.Match match = routes.match(request.method().name(), target.path());
    Question.Headers headers = headers(request, target);
    Optional<Answer> refusal = guard.refusal(match.access(), headers);
    if (refusal.isPresent()) {
      Duration delay = guard.delay();
      Answer refused = refusal.get();
      noteRefusal(ctx, refused.status(), request);
      ctx.executor().schedule(() -> write(ctx, refused, options), delay.toMillis(), MILLIS);
    } else {
      Reply reply = reply(ctx, match, target.query(), headers, request);
      if (reply instanceof Answer answer) {
        write(ctx, answer, options);
      } else if (reply instanceof PendingAnswer pending) {
        await(ctx, pending, options, request.method() + " " + request.uri());
      } else if (reply instanceof Stream stream) {
        listen(ctx, stream, options);
      }
    }
  }

  /** The headers of a request; Host is whom it asks. */
  private static Question.Headers headers(FullHttpRequest request, RequestTarget target) {
    return name ->
        HttpHeaderNames.HOST.contentEqualsIgnoreCase(name)
            ? target.host()
            : Optional.ofNullable(request.headers().get(name));
  }

  /** A client that shows no token does not know yet that it needs one. */
  private void noteRefusal(ChannelHandlerContext ctx, int status, FullHttpRequest request) {
    HttpHeaders headers = request.headers();
    if (status == HttpResponseStatus.UNAUTHORIZED.code()) {
      if (headers.contains(HttpHeaderNames.AUTHORIZATION)) {
        note(ctx, Kind.TOKEN, "");
      }
    } else if (status == HttpResponseStatus.MISDIRECTED_REQUEST.code()
        || headers.contains(HttpHeaderNames.ORIGIN)) {
      note(ctx, Kind.ORIGIN, "");
    }
  }

  private void note(ChannelHandlerContext ctx, Kind kind, String detail) {
    refusedClients.note(kind, ctx.channel().remoteAddress(), detail);
  }

  /**
   * Writes an answer once it is known, which has a time limit of its own. The client has as long as
   * usual to take it.
   *
   * @param asked method and path, for the log
   */
  private void await(
      ChannelHandlerContext ctx, PendingAnswer pending, ResponseOptions options, String asked) {
    deadline.suspend();
    CompletableFuture<?> unused =
        pending
            .answer()
            .whenCompleteAsync(
                (answer, failure) -> {
                  if (failure != null) {
                    fault(ctx, "no answer to " + asked, failure);
                  }
                  if (ctx.channel().isActive()) {
                    deadline.arrived(ctx);
                    write(ctx, failure == null ? answer : BROKEN, options);
                  }
                },
                ctx.executor());
  }

  /** Begins an answer without an end. What the client still sends is dropped. */
  private void listen(ChannelHandlerContext ctx, Stream stream, ResponseOptions options) {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    usual(head.headers()).set(HttpHeaderNames.CONTENT_TYPE, stream.contentType());
    head.headers().set("X-Accel-Buffering", "no"); // a proxy is not to wait for the end
    HttpUtil.setTransferEncodingChunked(head, true);
    boolean compressed = stream.compressible() && options.compressed();
    if (compressed) {
      setCompressed(head.headers());
    }
    connections.listens(ctx.channel());
    deadline.suspend();
    ctx.pipeline().addBefore(HttpPipeline.CODEC, null, new Drop());
    ctx.channel().config().setWriteBufferWaterMark(LISTENER_BYTES);
    ctx.channel().config().setOption(ChannelOption.SO_SNDBUF, LISTENER_BYTES.high());
    ctx.channel().config().setAutoRead(true); // to learn of the close
    ctx.writeAndFlush(head);
    stream.begin().on(ctx.channel(), compressed);
  }

  private static HttpHeaders usual(HttpHeaders headers) {
    return headers
        .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .set("X-Content-Type-Options", "nosniff");
  }

  private static void setCompressed(HttpHeaders headers) {
    headers
        .set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP)
        .set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
  }

  private Reply reply(
      ChannelHandlerContext ctx,
      EndpointPaths.Match match,
      String query,
      Question.Headers headers,
      FullHttpRequest request) {
    Endpoint endpoint = match.endpoint();
    if (endpoint == null) {
      return match.allowed().isEmpty()
          ? Answer.problem(404, "Not Found", "unknown path")
          : notAllowed(match.allowed());
    }
    String address = String.valueOf(ctx.channel().remoteAddress()).replaceFirst("^[^/]*/", "");
    Question question =
        new Question(
            match.parts(),
            query,
            headers,
            request.content().toString(StandardCharsets.UTF_8),
            guard.name(headers).map(name -> name + " at " + address).orElse(address));
    try {
      return endpoint.answer(question);
    } catch (RefusedQuestion e) {
      return e.answer();
    } catch (RuntimeException e) {
      fault(ctx, "no answer to " + request.method() + " " + request.uri(), e);
      return BROKEN;
    }
  }

  private static Answer notAllowed(List<String> methods) {
    String allowed = String.join(", ", methods);
    return Answer.problem(405, "Method Not Allowed", "allowed: " + allowed).with("Allow", allowed);
  }

  private static Answer malformed(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Answer.problem(414, "URI Too Long", mistake(cause));
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return Answer.problem(431, "Request Header Fields Too Large", mistake(cause));
    }
    return Answer.problem(400, "Bad Request", mistake(cause));
  }

  /** Nothing of what the client has sent: that may be a token. */
  private static String tlsMistake(Throwable cause) {
    return cause instanceof NotSslRecordException ? "no TLS" : String.valueOf(cause.getMessage());
  }

  private static String mistake(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return "the request line is too long";
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return "the headers are too long";
    }
    return cause instanceof PrematureChannelClosureException
        ? "it ends in the middle"
        : "not an HTTP request";
  }

  private void write(ChannelHandlerContext ctx, Answer answer, ResponseOptions options) {
    FullHttpResponse response = response(answer, options);
    HttpUtil.setKeepAlive(response, options.keepAlive());
    ctx.writeAndFlush(response)
        .addListener(
            written -> {
              if (!written.isSuccess() || !options.keepAlive()) {
                ctx.close();
              } else {
                taken(ctx);
              }
            });
  }

  private void taken(ChannelHandlerContext ctx) {
    busy = false;
    FullHttpRequest next = waiting.poll();
    if (next == null) {
      deadline.taken(ctx);
      ctx.read();
    } else {
      try {
        handle(ctx, next);
      } finally {
        next.release();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
  }

  /**
   * Refuses a request whose rest is not read. The output ends first, and what the client still
   * sends is dropped for a while: a close with unread input would reset the connection, and the
   * client would not see the answer.
   */
  void refuse(ChannelHandlerContext ctx, Answer answer) {
    FullHttpResponse response = response(answer, ResponseOptions.NONE);
    HttpUtil.setKeepAlive(response, false);
    leaving = true;
    busy = false;
    ctx.pipeline().addFirst(new Drop());
    deadline.leaving(ctx);
    ctx.writeAndFlush(response)
        .addListener(
            written -> {
              if (written.isSuccess() && ctx.channel() instanceof DuplexChannel socket) {
                socket.shutdownOutput();
                ctx.channel().config().setAutoRead(true);
              } else {
                ctx.close();
              }
            });
  }

  private static FullHttpResponse response(Answer answer, ResponseOptions options) {
    boolean compressed = options.compressed() && answer.isWorthCompressing();
    ByteBuf content = compressed ? answer.compressedContent() : answer.content();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            options.headOnly() ? Unpooled.EMPTY_BUFFER : content);
    usual(response.headers())
        .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
        .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    if (compressed) {
      setCompressed(response.headers());
    }
    if (answer.status() == 401) {
      response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    answer.headers().forEach((name, value) -> response.headers().set(name, value));
    return response;
  }

  private void fault(ChannelHandlerContext ctx, String what, Throwable failure) {
    refusedClients.fault(ctx.channel().remoteAddress(), what, failure);
  }

  /** A client that connects and closes without a word is none that failed. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent ended) {
      secured = ended.isSuccess();
      if (!secured && !(ended.cause() instanceof ClosedChannelException)) {
        note(ctx, Kind.TLS, tlsMistake(ended.cause()));
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("{}: {}", ctx.channel().remoteAddress(), cause.toString());
    if (cause instanceof CodecException) { // such as the end of a connection within a body
      if (secured) { // else it is noted already
        note(ctx, Kind.MALFORMED, mistake(cause));
      }
    } else if (!(cause instanceof IOException)) {
      fault(ctx, "a connection is closed", cause);
    }
    ctx.close();
  }
}
