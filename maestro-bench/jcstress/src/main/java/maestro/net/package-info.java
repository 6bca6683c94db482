/** What two threads do to one connection's output. */
package maestro.net;
