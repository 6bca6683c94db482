package maestro.control;

/** The reply of an endpoint: an answer, the promise of one, or one without an end. */
sealed interface Reply permits Answer, PendingAnswer, Stream {}
