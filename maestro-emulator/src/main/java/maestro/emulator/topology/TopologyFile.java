package maestro.emulator.topology;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads topologies from files. The content decides on the format, not the name.
 *
 * <p>Switches are numbered in the order in which the file names them; when all names are whole
 * numbers, in the order of the numbers. {@link SwitchTopology#notes} has what the operator should
 * know.
 */
public final class TopologyFile {
  /** Within so many bytes XML names its encoding. */
  private static final int MOST_DECLARED = 200;

  private static final Pattern DECLARED =
      Pattern.compile("<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

  private TopologyFile() {}

  /**
   * Reads a file.
   *
   * @param hostPortCount ports to hosts of each switch
   * @throws TopologyException that names the line of the first mistake
   */
  public static SwitchTopology read(Path file, int hostPortCount) throws TopologyException {
    MapBuilder map = new MapBuilder(file);
    Charset charset = StandardCharsets.UTF_8;
    try {
      byte[] content = Files.readAllBytes(file);
      charset = charset(content);
      String text = text(content, charset);
      if (text.stripLeading().startsWith("<")) {
        XmlMap.read(text, map);
      } else {
        readText(text, map);
      }
    } catch (CharacterCodingException e) {
      throw new TopologyException(file.toString(), "is no text in " + charset);
    } catch (UnsupportedCharsetException e) {
      throw map.bad(
          1, "found the encoding '" + e.getCharsetName() + "'; allowed: UTF-8, or one of Java's");
    } catch (IOException e) {
      throw new TopologyException(file.toString(), "cannot be read");
    }
    return map.toTopology(hostPortCount);
  }

  private static void readText(String text, MapBuilder map) throws IOException, TopologyException {
    List<String> lines = text.lines().toList();
    String first =
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .findFirst()
            .orElse("");
    if (first.startsWith("{")) {
      NodeLinkJson.read(text, map);
    } else if (first.startsWith("?SNDlib native format")) {
      SndLib.readNative(text, map);
    } else if (Rocketfuel.matches(first)) {
      Rocketfuel.read(lines, map);
    } else if (Gml.matches(text)) {
      Gml.read(text, map);
    } else {
      LinkList.read(lines, map);
    }
  }

  /** By the mark of the order of bytes, or as XML declares it; else UTF-8. */
  private static Charset charset(byte[] content) {
    int length = Math.min(content.length, MOST_DECLARED);
    String first = new String(content, 0, length, StandardCharsets.ISO_8859_1);
    if (first.startsWith("\u00fe\u00ff") || first.startsWith("\u00ff\u00fe")) {
      return StandardCharsets.UTF_16;
    }
    Matcher declared = DECLARED.matcher(first);
    return declared.lookingAt() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
  }

  private static String text(byte[] content, Charset charset) throws CharacterCodingException {
    String text = charset.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }
}
