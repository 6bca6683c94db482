package maestro.cli.remote.change;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.ShareText;
import maestro.staticflows.StaticFlowJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Adds or replaces a static flow. */
@Command(
    name = "put",
    description =
        "Adds a static flow, or replaces the one with this name. It stays after restarts.")
public final class StaticFlowPutCommand extends ChangeCommand {
  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "Its name: " + StaticFlowJson.NAME_ALLOWED,
      converter = NameConverter.class)
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "The flow in JSON; - reads it from the standard input.")
  private Path file = Path.of("-");

  @Override
  String body() throws ControlException {
    try {
      return file.toString().equals("-")
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new ControlException(file + ": no such file");
    } catch (IOException e) {
      throw new ControlException(file + ": cannot be read: " + e.getMessage());
    }
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/static-flows/{name}", "name", name);
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    String reason = answer.at("reason").isNull() ? "" : ": " + answer.at("reason").text();
    out.println(
        "static flow %s of switch %s: %s%s"
            .formatted(
                answer.at("name").text(),
                ShareText.named(answer, "dpid", "switchName"),
                answer.at("state").text(),
                reason));
  }

  /** Reads a name. */
  static final class NameConverter implements ITypeConverter<String> {
    @Override
    public String convert(String found) {
      if (!StaticFlowJson.isName(found)) {
        throw new TypeConversionException(
            "found '" + found + "'; allowed: " + StaticFlowJson.NAME_ALLOWED);
      }
      return found;
    }
  }
}
