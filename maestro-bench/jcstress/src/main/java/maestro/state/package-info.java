/** What readers and writers of views and shared tables see of each other. */
package maestro.state;
