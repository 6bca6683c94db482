/** What the tests of applications stand on: a platform of one thread whose clock they turn. */
package maestro.apps.testkit;
