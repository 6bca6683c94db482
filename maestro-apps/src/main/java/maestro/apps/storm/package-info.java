/** Names ports that send too much for everybody, and bounds them: an application. */
package maestro.apps.storm;
