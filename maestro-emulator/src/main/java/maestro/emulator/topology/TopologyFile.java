package maestro.emulator.topology;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads topologies from files. The content decides on the format, not the name.
 *
 * <p>Switches are numbered in the order in which the file names them; when all names are whole
 * numbers, in the order of the numbers. {@link SwitchTopology#notes} has what the operator should
 * know.
 */
public final class TopologyFile {
  private TopologyFile() {}

  /**
   * Reads a file.
   *
   * @param hostPortCount ports to hosts of each switch
   * @throws TopologyException that names the line of the first mistake
   */
  public static SwitchTopology read(Path file, int hostPortCount) throws TopologyException {
    MapBuilder map = new MapBuilder(file);
    try {
      byte[] content = Files.readAllBytes(file);
      if (isXml(content)) {
        XmlMap.read(content, map);
      } else {
        readText(text(content), map);
      }
    } catch (CharacterCodingException e) {
      throw new TopologyException(file.toString(), "is no text in UTF-8");
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

  /** XML in any encoding begins with {@code <}, perhaps after a mark of the order of bytes. */
  private static boolean isXml(byte[] content) {
    for (byte each : content) {
      boolean isMark = each == 0 || (each & 0xff) >= 0xbb; // EF BB BF, FE FF, FF FE
      if (!isMark && !Character.isWhitespace(each)) {
        return each == '<';
      }
    }
    return false;
  }

  private static String text(byte[] content) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }
}
