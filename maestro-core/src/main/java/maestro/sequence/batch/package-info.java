/**
 * The hot path: the stages of a sequence over one batch of flow requests, what they read of a
 * request, and how their answers are written and checked. Each class named {@code Worker…} belongs
 * to one worker, and only its thread uses it; what happens beside a batch lives in {@code event}.
 */
@NullMarked
package maestro.sequence.batch;

import org.jspecify.annotations.NullMarked;
