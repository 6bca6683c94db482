package maestro.control.http;

import java.util.concurrent.CompletableFuture;

/**
 * An answer that is computed later.
 *
 * @param answer completed by any thread, within some seconds in any case; a failure is an internal
 *     error
 */
public record PendingAnswer(CompletableFuture<Answer> answer) implements Reply {}
