/** The controller's own probing switch: how long does a light switch wait now? */
@NullMarked
package maestro.probing;

import org.jspecify.annotations.NullMarked;
