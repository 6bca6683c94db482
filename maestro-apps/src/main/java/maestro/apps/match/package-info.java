/** Sets of packets: read from text, tested on requests, written as OpenFlow matches. */
package maestro.apps.match;
