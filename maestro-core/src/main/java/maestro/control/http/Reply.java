package maestro.control.http;

/** The reply of an endpoint: an answer, the promise of one, or one without an end. */
public sealed interface Reply permits Answer, PendingAnswer, Stream {}
