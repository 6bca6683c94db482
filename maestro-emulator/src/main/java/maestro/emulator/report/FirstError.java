package maestro.emulator.report;

/**
 * The first error of its kind in a run: what was expected, and what came. Immutable.
 *
 * @param kind of error
 * @param text one line, without the kind
 */
public record FirstError(ErrorKind kind, String text) {}
