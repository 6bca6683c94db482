/**
 * The event thread, and all that runs on it in turn: event stages, timers, tasks, answers of
 * switches and answers to operators. No flow request is decided here.
 */
@NullMarked
package maestro.sequence.event;

import org.jspecify.annotations.NullMarked;
