package maestro.emulator.engine.answer;

import java.util.ArrayList;
import java.util.List;
import maestro.api.openflow.OxmField;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FirstError;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.OpenFlow;
import maestro.openflow.PortNumber;

/**
 * Keeps the first error of each kind that the switches of a thread saw, measured ones before those
 * of the warm-up, and puts it into words when the run is over.
 *
 * <p>Confined to one thread; allocates nothing until {@link #inWords}.
 */
public final class FirstErrors {
  private static final ErrorKind[] KINDS = ErrorKind.values();

  private final Note[] notes = new Note[KINDS.length];

  /** What is known of an error. */
  private static final class Note {
    LoadSwitch sw;
    boolean measured;
    long sequence;
    int messageType;
    String field;
    long expected;
    long came;
  }

  public FirstErrors() {
    for (int i = 0; i < notes.length; i++) {
      notes[i] = new Note();
    }
  }

  /**
   * Notes an error unless there is one of its kind.
   *
   * @param sequence of the request; 0 or less when there is none
   * @param messageType FLOW_MOD or PACKET_OUT
   * @param field what is wrong with it; of {@link AnswerJudge}, with the other two
   */
  public void note(
      ErrorKind kind,
      LoadSwitch sw,
      long sequence,
      int messageType,
      String field,
      long expected,
      long came) {
    Note note = notes[kind.index()];
    boolean measured = sw.measuredFrom() >= 0 && (sequence <= 0 || sequence >= sw.measuredFrom());
    if (note.sw == null || (measured && !note.measured)) {
      note.sw = sw;
      note.measured = measured;
      note.sequence = sequence;
      note.messageType = messageType;
      note.field = field;
      note.expected = expected;
      note.came = came;
    }
  }

  /** A rehearsal is over: what it noted is of the warm-up. */
  public void rehearsed() {
    for (Note note : notes) {
      note.measured = false;
    }
  }

  /** One of each kind that was seen, over all threads. */
  public static List<FirstError> inWords(List<FirstErrors> ofThreads) {
    List<FirstError> errors = new ArrayList<>();
    for (ErrorKind kind : KINDS) {
      Note best = null;
      for (FirstErrors each : ofThreads) {
        Note note = each.notes[kind.index()];
        if (note.sw != null && (best == null || (note.measured && !best.measured))) {
          best = note;
        }
      }
      if (best != null) {
        errors.add(new FirstError(kind, text(kind, best)));
      }
    }
    return errors;
  }

  private static String text(ErrorKind kind, Note note) {
    StringBuilder text = new StringBuilder(note.sw.name());
    text.append(note.measured ? "" : ", in the warm-up");
    if (note.sequence >= note.sw.outstanding.firstCounted() && note.sw.batch() != null) {
      text.append(", ").append(request(note));
    }
    return text.append(": ").append(flaw(kind, note)).toString();
  }

  /** The packet that was asked about. */
  private static String request(Note note) {
    RequestedHosts hosts = note.sw.hosts;
    hosts.of(note.sequence);
    return String.format(
        "packet of %s (port %d) for %s (port %d)",
        address(HostAddresses.FIRST | hosts.sourceNumber()),
        hosts.sourcePort(),
        address(HostAddresses.FIRST | hosts.destinationNumber()),
        note.sw.load.portOf(hosts.destination()));
  }

  private static String flaw(ErrorKind kind, Note note) {
    String message = note.messageType == OpenFlow.FLOW_MOD ? "FLOW_MOD" : "PACKET_OUT";
    return switch (kind) {
      case WRONG_PORT -> wrongPort(note, message);
      case WRONG_MATCH, WRONG_IN_PORT ->
          String.format(
              "expected %s %s, came %s with %s %s",
              note.field,
              note.expected < 0 ? "of a host of the switch" : value(note.field, note.expected),
              message,
              note.field,
              value(note.field, note.came));
      case REFUSED_ENTRY -> refusedEntry(note);
      case CHANGED, CUT ->
          note.field.equals("byte")
              ? String.format(
                  "expected 0x%02x in byte %d, came 0x%02x",
                  note.expected & 0xff, note.expected >> 8, note.came)
              : note.field.equals("bytes")
                  ? String.format("expected %d bytes, came %d", note.expected, note.came)
                  : String.format("came %s with other bytes from byte %d on", message, note.came);
      case MALFORMED ->
          String.format("expected an answer, came %s of %d bytes cut wrong", message, note.came);
      case DOUBLED -> String.format("expected one answer, came %s as a second", message);
      case UNASKED ->
          note.field.equals("switch")
              ? String.format("came %s with a packet of switch number %d", message, note.came + 1)
              : String.format("came %s for buffer 0x%x, which was not asked", message, note.came);
      case OUT_OF_ORDER ->
          String.format("expected in order, came %s after one to a later request", message);
      case MISSING -> "expected an answer, came none" + butError(note.sw);
    };
  }

  /** A controller that refuses a switch may keep its connection. */
  private static String butError(LoadSwitch sw) {
    String error = sw.emulated().lastError();
    return error.isEmpty() ? "" : " but " + error;
  }

  private static String wrongPort(Note note, String message) {
    String expected = "expected port " + note.expected;
    boolean isAlso = note.field.equals(AnswerJudge.ALSO);
    if (!isAlso && !note.field.equals(AnswerJudge.INSTEAD)) {
      String to = (int) note.came == -1 ? "none" : "port " + port(note.came);
      return String.format("%s, came %s to %s", expected, message, to);
    }
    long copies = note.came >>> 32;
    if (isAlso && (int) note.came == -1) {
      return String.format("%s once, came %s with %d copies to it", expected, message, copies);
    }
    return String.format(
        "%s%s, came %s to %d ports, %sport %s",
        expected,
        isAlso ? " alone" : "",
        message,
        copies,
        isAlso ? "also " : "first ",
        port(note.came));
  }

  private static String refusedEntry(Note note) {
    return switch (note.field) {
      case AnswerJudge.TABLE ->
          String.format("expected the only table, 0, came FLOW_MOD for table %d", note.came);
      case AnswerJudge.FLAGS ->
          String.format(
              "expected flags within 0x%x, came FLOW_MOD with flags 0x%x",
              note.expected, note.came);
      default ->
          note.expected < 0
              ? String.format("expected a command up to 4, came FLOW_MOD with %d", note.came)
              : String.format(
                  "expected ADD, since there is no entry to modify, came FLOW_MOD with command %d",
                  note.came);
    };
  }

  private static String value(String field, long value) {
    OxmField known = OxmField.named(field).orElse(null);
    return known == null || known.bits() > Long.SIZE
        ? String.format("0x%x", value)
        : known == OxmField.IN_PORT ? port(value) : known.value(value).text();
  }

  /** A port as a number or by its name in the specification. */
  private static String port(long port) {
    return (int) port == OpenFlow.PORT_ANY ? "none" : PortNumber.text((int) port);
  }

  private static String address(long ethernet) {
    return String.format("%012x", ethernet).replaceAll("..(?=.)", "$0:");
  }
}
