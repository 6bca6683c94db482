package maestro.net;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import maestro.net.socket.OutputBuffer;
import maestro.net.socket.SharedBuffers;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** {@link OutputBuffer}: whole messages in one order, and a count and a mark that hold. */
public final class OutputBufferRaces {
  private static final SharedBuffers BUFFERS = new SharedBuffers(32);
  private static final int PLENTY = 64;

  private OutputBufferRaces() {}

  private static class Connected implements OutputBuffer.Owner {
    final StressChannel channel = new StressChannel();
    final OutputBuffer output;

    /** Written with the output's lock held. */
    int wantedWritable;

    Connected(int highWaterBytes, int roomBytes) {
      output = new OutputBuffer(channel, BUFFERS, highWaterBytes, this);
      channel.makeRoom(roomBytes);
    }

    @Override
    public void wantsWritable() {
      wantedWritable++;
    }

    @Override
    public void writeFailed(IOException cause) {
      throw new IllegalStateException(cause);
    }

    static byte[] message(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    void write(String text) {
      var chunk = BUFFERS.take().put(message(text)).flip();
      output.write(chunk);
      BUFFERS.give(chunk);
    }

    /** Whatever waits goes out; what the other side has read then. */
    String flushed() {
      channel.makeRoom(PLENTY);
      output.flush();
      return channel.text();
    }
  }

  /** A worker writes its replies while another one sends a message; the socket takes a part. */
  @JCStressTest
  @Outcome(id = "AAAABBBB, 0", expect = ACCEPTABLE, desc = "A before B.")
  @Outcome(id = "BBBBAAAA, 0", expect = ACCEPTABLE, desc = "B before A.")
  @Outcome(expect = FORBIDDEN, desc = "Interleaved, lost or miscounted.")
  @State
  public static class TwoWriters extends Connected {
    public TwoWriters() {
      super(PLENTY, 3);
    }

    @Actor
    public void replies() {
      write("AAAA");
    }

    @Actor
    public void message() {
      if (!output.offer(message("BBBB"))) {
        throw new IllegalStateException();
      }
    }

    @Arbiter
    public void end(LI_Result r) {
      r.r1 = flushed();
      r.r2 = output.pendingBytes();
    }
  }

  /** Bytes wait, the socket takes some more, and another message comes. */
  @JCStressTest
  @Outcome(id = "AAAABBBB, 0", expect = ACCEPTABLE, desc = "In order, all of it.")
  @Outcome(expect = FORBIDDEN, desc = "Out of order, lost or miscounted.")
  @State
  public static class FlushAndAppend extends Connected {
    public FlushAndAppend() {
      super(PLENTY, 1);
      write("AAAA");
      channel.makeRoom(5);
    }

    @Actor
    public void flush() {
      output.flush();
    }

    @Actor
    public void append() {
      write("BBBB");
    }

    @Arbiter
    public void end(LI_Result r) {
      r.r1 = flushed();
      r.r2 = output.pendingBytes();
    }
  }

  /**
   * The last waiting byte goes out while another message comes that the socket does not take: a
   * thread that leaves bytes behind an empty buffer asks to be told when the socket takes more.
   */
  @JCStressTest
  @Outcome(id = "AA, 1", expect = ACCEPTABLE, desc = "Appended, then flushed: asked for before.")
  @Outcome(id = "AA, 2", expect = ACCEPTABLE, desc = "Flushed, then appended: asked for again.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody would write what waits.")
  @State
  public static class AskedToWrite extends Connected {
    public AskedToWrite() {
      super(PLENTY, 1);
      write("AA");
      channel.makeRoom(1);
    }

    @Actor
    public void flush() {
      output.flush();
    }

    @Actor
    public void append() {
      write("BB");
    }

    @Arbiter
    public void end(LI_Result r) {
      r.r1 = channel.text();
      r.r2 = wantedWritable;
      flushed();
    }
  }

  /** Two messages, of which the mark allows one. */
  @JCStressTest
  @Outcome(id = "true, false, 4", expect = ACCEPTABLE, desc = "The second is refused.")
  @Outcome(id = "false, true, 4", expect = ACCEPTABLE, desc = "The first is refused.")
  @Outcome(expect = FORBIDDEN, desc = "Above the mark, or refused below it.")
  @State
  public static class Mark extends Connected {
    public Mark() {
      super(0, 0);
    }

    @Actor
    public void first(ZZI_Result r) {
      r.r1 = output.offer(message("AAAA"));
    }

    @Actor
    public void second(ZZI_Result r) {
      r.r2 = output.offer(message("BBBB"));
    }

    @Arbiter
    public void end(ZZI_Result r) {
      r.r3 = output.isCongested() ? output.pendingBytes() : -1;
      flushed();
    }
  }

  /** The connection is closed while a message is sent. */
  @JCStressTest
  @Outcome(id = "sent, 0", expect = ACCEPTABLE, desc = "Sent, then dropped by the close.")
  @Outcome(id = "refused, 0", expect = ACCEPTABLE, desc = "Closed, then refused.")
  @Outcome(expect = FORBIDDEN, desc = "Bytes wait in a closed buffer.")
  @State
  public static class Close extends Connected {
    private String answer;

    public Close() {
      super(PLENTY, 0);
    }

    @Actor
    public void sender() {
      answer = output.offer(message("AAAA")) ? "sent" : "refused";
    }

    @Actor
    public void closer() {
      output.close();
    }

    @Arbiter
    public void end(LL_Result r) {
      r.r1 = answer;
      r.r2 = output.pendingBytes() + flushed().length();
    }
  }
}
