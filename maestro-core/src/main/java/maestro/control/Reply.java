package maestro.control;

/** What an endpoint gives back: an answer, or the promise of one. */
sealed interface Reply permits Answer, Later {}
