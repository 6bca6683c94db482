/** The application {@code security-monitor}: blocks ports that send too many requests. */
package maestro.apps.security;
