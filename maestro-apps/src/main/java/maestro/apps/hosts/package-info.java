/** Where hosts are: learned from their packets at host ports. Makes the view hosts. */
package maestro.apps.hosts;
