/**
 * The words for OpenFlow: the match fields with their names, numbers, widths and prerequisites, and
 * how their values are read and written. Configurations, REST, flow dumps and the emulator's
 * switches use this one table. No messages: those are openflowj's.
 */
@NullMarked
package maestro.api.openflow;

import org.jspecify.annotations.NullMarked;
