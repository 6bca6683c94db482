package maestro.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One document: its links to files, the anchors of its headings, and its lines that are too wide.
 *
 * @param links without those to other hosts
 * @param anchors as GitHub names them
 * @param wideLines numbers of lines that could be broken. Rows of tables cannot, nor what a program
 *     printed, which stands in blocks without a language
 */
record Markdown(List<Link> links, Set<String> anchors, List<Integer> wideLines) {
  static final int MAX_CHARACTERS = 120;

  private static final String FENCE = "```";
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
  private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
  private static final Pattern OTHER_HOST = Pattern.compile("[a-z]+:.*");

  /** Where a link is, and where it leads. */
  record Link(int line, String target) {}

  static Markdown read(Path file) throws IOException {
    return parse(Files.readAllLines(file));
  }

  static Markdown parse(List<String> lines) {
    Markdown document = new Markdown(new ArrayList<>(), new HashSet<>(), new ArrayList<>());
    String fence = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.strip().startsWith(FENCE)) {
        fence = fence == null ? line.strip() : null;
      } else if (fence == null) {
        document.addLinks(i + 1, INLINE_CODE.matcher(line).replaceAll(""));
        document.addHeading(line);
      }
      if (!FENCE.equals(fence) && isTooWide(line)) {
        document.wideLines.add(i + 1);
      }
    }
    return document;
  }

  /** The links of some documents that lead nowhere, or out of the folder {@code root}. */
  static List<String> brokenLinks(Path root, List<Path> documents) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path file : documents) {
      for (Link link : read(file).links()) {
        Optional<String> reason = whyBroken(root, file, link);
        reason.ifPresent(
            why ->
                broken.add(
                    root.relativize(file) + ":" + link.line() + ": " + link.target() + ": " + why));
      }
    }
    return broken;
  }

  private static Optional<String> whyBroken(Path root, Path from, Link link) throws IOException {
    String[] parts = link.target().split("#", 2);
    Path to = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
    if (!to.startsWith(root)) {
      return Optional.of("outside of it");
    }
    if (!Files.exists(to)) {
      return Optional.of("no such file");
    }
    return parts.length < 2 || read(to).anchors().contains(parts[1])
        ? Optional.empty()
        : Optional.of("no such heading");
  }

  private void addLinks(int number, String line) {
    Matcher link = LINK.matcher(line);
    while (link.find()) {
      if (!OTHER_HOST.matcher(link.group(1)).matches()) {
        links.add(new Link(number, link.group(1)));
      }
    }
  }

  private void addHeading(String line) {
    Matcher heading = HEADING.matcher(line);
    if (heading.matches()) {
      String anchor =
          heading
              .group(1)
              .strip()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      String free = anchor;
      for (int i = 1; !anchors.add(free); i++) {
        free = anchor + "-" + i;
      }
    }
  }

  private static boolean isTooWide(String line) {
    int characters = line.codePointCount(0, line.length());
    boolean isRow = line.startsWith("|");
    boolean isOneWord = !line.strip().replaceFirst("^([-*>]|\\d+\\.) +", "").contains(" ");
    return characters > MAX_CHARACTERS && !isRow && !isOneWord;
  }
}
