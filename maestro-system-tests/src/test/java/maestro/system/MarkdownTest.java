package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  private static final String WIDE = "wide ".repeat(25);

  @Test
  void shouldFindLinksToFilesWhenTheyAreNotCode() {
    Markdown document =
        Markdown.parse(
            List.of(
                "See [one](a.md#part) and ![two](b.svg), not `[three](c.md)`",
                "nor [four](https://example.org/).",
                "```",
                "[five](d.md)",
                "```"));

    assertThat(document.links())
        .containsExactly(new Markdown.Link(1, "a.md#part"), new Markdown.Link(1, "b.svg"));
  }

  @Test
  void shouldNameHeadingsAsGitHubDoes() {
    Markdown document =
        Markdown.parse(List.of("# `./maestro run`: Start it!", "## Why", "## Why", "no # heading"));

    assertThat(document.anchors())
        .containsExactlyInAnyOrder("maestro-run-start-it", "why", "why-1");
  }

  @Test
  void shouldFindWideLinesWhenTheyCouldBeBroken() {
    Markdown document =
        Markdown.parse(
            List.of(
                WIDE,
                "| " + WIDE,
                "- [link](" + "x".repeat(120) + ")",
                "ä".repeat(60) + " " + "ö".repeat(59),
                "```",
                WIDE,
                "```",
                "```sh",
                WIDE,
                "```"));

    assertThat(document.wideLines()).containsExactly(1, 9);
  }
}
