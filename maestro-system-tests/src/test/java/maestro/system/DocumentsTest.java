package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documents lead to what they name, and are as wide as they should be. */
class DocumentsTest {
  /** Folders with what Maven and our commands make. */
  private static final Set<String> MADE = Set.of("target", "maestro-results");

  private static final Path ROOT = Rigs.PROJECT.toAbsolutePath().normalize();
  private static final Set<String> KINDS = Set.of(".conf", ".java", ".md", ".rules", ".sh", ".xml");

  /** A document that a source names, such as {@code docs/operating.md}; capitals stand for any. */
  private static final Pattern NAMED_DOCUMENT =
      Pattern.compile("(?<![\\w./-])(?:docs|config)/[a-z\\d./-]+\\.(?:md|conf|rules)\\b");

  /** A class of ours with its package, such as {@code maestro.net.session.Session}. */
  private static final Pattern NAMED_CLASS = Pattern.compile("\\bmaestro\\.[a-z.]+\\.[A-Z]\\w+");

  @Test
  void shouldFindEveryFileAndHeadingThatALinkNames() throws IOException {
    assertThat(Markdown.brokenLinks(ROOT, files(Set.of(".md"))))
        .as("links that lead nowhere")
        .isEmpty();
  }

  @Test
  void shouldFindEveryClassThatADocumentNames() throws IOException {
    Set<String> classes = new HashSet<>();
    for (Path file : files(Set.of(".java"))) {
      String path = ROOT.relativize(file).toString();
      classes.add(path.replaceFirst(".*/java/(.*)\\.java", "$1").replace('/', '.'));
    }
    List<String> unknown = new ArrayList<>();
    for (Path file : files(Set.of(".md"))) {
      Matcher named = NAMED_CLASS.matcher(Files.readString(file));
      while (named.find()) {
        if (!classes.contains(named.group())) {
          unknown.add(ROOT.relativize(file) + ": " + named.group());
        }
      }
    }
    assertThat(unknown).as("classes that documents name and that do not exist").isEmpty();
  }

  @Test
  void shouldFindEveryDocumentThatASourceNames() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path file : files(KINDS)) {
      if (file.endsWith("DocumentsTest.java")) {
        continue;
      }
      Matcher named = NAMED_DOCUMENT.matcher(Files.readString(file));
      while (named.find()) {
        if (!Files.exists(ROOT.resolve(named.group()))
            && !Files.exists(file.resolveSibling(named.group()))) {
          broken.add(ROOT.relativize(file) + ": " + named.group());
        }
      }
    }
    assertThat(broken).as("documents that sources name and that do not exist").isEmpty();
  }

  @Test
  void shouldHaveNoLineThatIsTooWide() throws IOException {
    List<String> wide = new ArrayList<>();
    for (Path file : files(Set.of(".md"))) {
      for (int line : Markdown.read(file).wideLines()) {
        wide.add(place(file, line));
      }
    }
    assertThat(wide)
        .as("lines of more than %d characters that could be broken", Markdown.MAX_CHARACTERS)
        .isEmpty();
  }

  private static String place(Path file, int line) {
    return ROOT.relativize(file) + ":" + line;
  }

  /** All files of the project whose names end so, without what Maven or git made. */
  private static List<Path> files(Set<String> endings) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isMade = MADE.contains(name) || name.startsWith(".");
            return isMade && !folder.equals(ROOT)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (endings.stream().anyMatch(file.toString()::endsWith)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(files).isNotEmpty();
    return files;
  }
}
