package maestro.emulator.agents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import javax.crypto.Mac;

/**
 * Messages on a stream, both ways.
 *
 * <pre>
 * before the keys are known          after
 *  0  4  length of what follows       0  4  length of what follows
 *  4  n  JSON                         4  8  sequence number, from 0, of this direction
 *                                    12 32  HMAC-SHA256 over sequence number and JSON
 *                                    44  n  JSON
 * </pre>
 *
 * <p>The length is checked before anything is read or allocated: at most 4 KB before the keys are
 * known, 64 MB after. Each direction has its own key. The monitor lets one thread write at a time;
 * one thread reads.
 */
final class AgentFrames {
  static final int MOST_BYTES_UNPROVED = 4096;
  static final int MOST_BYTES = 64 << 20;

  private static final int SEAL_BYTES = Long.BYTES + Secret.MAC_BYTES;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final DataInputStream in;
  private final OutputStream out;
  private Mac readMac;
  private Mac writeMac;
  private long nextRead;
  private long nextWritten;

  AgentFrames(InputStream in, OutputStream out) {
    this.in = new DataInputStream(in);
    this.out = out;
  }

  /** Seals every frame from now on, in both directions. */
  synchronized void seal(byte[] writeKey, byte[] readKey) {
    writeMac = Secret.mac(writeKey);
    readMac = Secret.mac(readKey);
  }

  /** Writes one whole message to the stream. */
  synchronized void write(Message message) throws IOException {
    byte[] json = JSON.writerFor(Message.class).writeValueAsBytes(message);
    int sealBytes = writeMac == null ? 0 : SEAL_BYTES;
    int lengthBytes = json.length + sealBytes;
    if (lengthBytes > MOST_BYTES) {
      throw new ProtocolException("a message of " + lengthBytes + " bytes is too long to send");
    }
    ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + lengthBytes).putInt(lengthBytes);
    if (writeMac != null) {
      byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(nextWritten++).array();
      writeMac.update(number);
      frame.put(number).put(writeMac.doFinal(json));
    }
    out.write(frame.put(json).array());
    out.flush();
  }

  /**
   * Reads one message.
   *
   * @throws EOFException when the other end closed
   * @throws ProtocolException when the bytes are not a frame of this connection
   */
  Message read() throws IOException {
    int lengthBytes = in.readInt();
    int most = readMac == null ? MOST_BYTES_UNPROVED : MOST_BYTES;
    int least = readMac == null ? 1 : SEAL_BYTES + 1;
    if (lengthBytes < least || lengthBytes > most) {
      throw new ProtocolException(
          "a frame of "
              + (lengthBytes & 0xffff_ffffL)
              + " bytes; allowed: "
              + least
              + " to "
              + most);
    }
    byte[] frame = in.readNBytes(lengthBytes);
    if (frame.length < lengthBytes) {
      throw new EOFException("the connection ended within a frame");
    }
    int jsonAt = readMac == null ? 0 : check(frame);
    Message message = parse(frame, jsonAt);
    if (message == null) {
      throw new ProtocolException("a frame that holds no message");
    }
    return message;
  }

  private static Message parse(byte[] frame, int jsonAt) throws ProtocolException {
    try {
      return JSON.readerFor(Message.class).readValue(frame, jsonAt, frame.length - jsonAt);
    } catch (JsonProcessingException e) {
      throw new ProtocolException("a frame that holds no message: " + e.getOriginalMessage());
    } catch (IOException e) { // the bytes are not valid text
      throw new ProtocolException("a frame that holds no message: " + e.getMessage());
    }
  }

  private int check(byte[] frame) throws ProtocolException {
    ByteBuffer head = ByteBuffer.wrap(frame, 0, SEAL_BYTES);
    long number = head.getLong();
    byte[] mac = new byte[Secret.MAC_BYTES];
    head.get(mac);
    readMac.update(frame, 0, Long.BYTES);
    readMac.update(frame, SEAL_BYTES, frame.length - SEAL_BYTES);
    if (!MessageDigest.isEqual(readMac.doFinal(), mac)) {
      throw new ProtocolException("a frame that was changed on its way, or is from somebody else");
    }
    if (number != nextRead) {
      throw new ProtocolException("frame " + number + " came where " + nextRead + " was due");
    }
    nextRead++;
    return SEAL_BYTES;
  }
}
