package maestro.control;

import java.util.concurrent.CompletableFuture;

/**
 * An answer that is computed later.
 *
 * @param answer completed by any thread, within some seconds in any case; a failure is an internal
 *     error
 */
record PendingAnswer(CompletableFuture<Answer> answer) implements Reply {}
