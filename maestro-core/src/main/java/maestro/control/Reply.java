package maestro.control;

/** What an endpoint gives back: an answer, the promise of one, or one without an end. */
sealed interface Reply permits Answer, Later, Stream {}
