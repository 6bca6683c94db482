/**
 * State of applications that outlives the controller, in one file. Only {@link
 * maestro.store.StoreFile} knows the library that writes it; no class of the library is loaded
 * before an application asks for its store.
 */
@NullMarked
package maestro.store;

import org.jspecify.annotations.NullMarked;
