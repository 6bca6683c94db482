package maestro.control;

import java.util.concurrent.CompletableFuture;

/**
 * An answer that is not known yet.
 *
 * @param answer completed by any thread, within some seconds in any case; a failure is an internal
 *     error
 */
record Later(CompletableFuture<Answer> answer) implements Reply {}
