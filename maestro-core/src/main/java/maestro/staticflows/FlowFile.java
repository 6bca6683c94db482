package maestro.staticflows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import maestro.config.SwitchNames;
import org.jspecify.annotations.Nullable;

/**
 * The file that keeps the static flows.
 *
 * <ol>
 *   <li>It is written whole into another file, which is forced to the disk and takes its name. So a
 *       crash leaves the old content or the new one.
 *   <li>One controller at a time has it: a lock on a file beside it, which ends with the process.
 * </ol>
 *
 * <p>Confined to one thread at a time.
 */
final class FlowFile implements AutoCloseable {
  private static final long MOST_BYTES = 16L << 20;
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private @Nullable FileChannel lockFile;

  FlowFile(Path file) {
    this.file = file;
  }

  /** The file, as the operator named it. */
  Path path() {
    return file;
  }

  /** Whether another controller has not taken it. Takes it when nobody has. */
  boolean lock() throws IOException {
    if (lockFile != null) {
      return true;
    }
    Path beside = file.resolveSibling(fileName() + ".lock");
    FileChannel opened =
        FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = opened.tryLock();
      if (lock != null) {
        lockFile = opened;
        return true;
      }
    } catch (OverlappingFileLockException e) {
      // by another controller of this process
    }
    opened.close();
    return false;
  }

  private String fileName() {
    Path name = file.getFileName();
    return name == null ? "static-flows" : name.toString();
  }

  /**
   * Reads the flows; none when there is no file.
   *
   * @param names what an operator may have called switches and their ports in it
   * @throws BadFlowFileException when the file cannot be read, or has a mistake
   */
  Map<String, StaticFlow> read(SwitchNames names) {
    String text;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new BadFlowFileException(
            file + ":1: found more than 16 MiB; allowed: what the controller has written");
      }
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (CharacterCodingException e) {
      throw new BadFlowFileException(file + ":1: found bytes that are not UTF-8");
    } catch (IOException e) {
      throw new BadFlowFileException(file + ": cannot be read: " + reason(e));
    }
    try {
      Map<String, StaticFlow> flows =
          StaticFlowJson.whole(text, json -> StaticFlowJson.flows(json, names), file.toString());
      FlowConflicts.check(flows);
      return flows;
    } catch (BadFlowException e) {
      throw new BadFlowFileException(e.text());
    } catch (RefusedFlowException e) {
      throw new BadFlowFileException(file + ": " + e.getMessage());
    }
  }

  /** Replaces the content. */
  void write(Map<String, StaticFlow> flows) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path next = target.resolveSibling("." + target.getFileName() + ".next");
    try (FileChannel out =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(bytesOf(flows));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    Path folder = target.getParent();
    if (folder != null) {
      try (FileChannel entry = FileChannel.open(folder, StandardOpenOption.READ)) {
        entry.force(true);
      }
    }
  }

  /** The content of a file with these flows. */
  static byte[] bytesOf(Map<String, StaticFlow> flows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeObjectFieldStart("flows");
      for (StaticFlow each : flows.values()) {
        json.writeObjectFieldStart(each.name());
        StaticFlowJson.writeFields(json, each);
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    bytes.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** Why the file system refuses, in a few words. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such folder";
    }
    String reason = e instanceof FileSystemException refusal ? refusal.getReason() : null;
    return reason == null ? e.toString() : reason;
  }

  @Override
  public void close() throws IOException {
    if (lockFile != null) {
      lockFile.close();
      lockFile = null;
    }
  }
}
