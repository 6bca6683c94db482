package maestro.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces the default action of signals that operators send to the process. */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * Makes a signal run an action, each time on a new thread. On platforms without the signal it
   * logs a line with the purpose.
   *
   * @param name the signal without SIG
   * @param purpose the purpose, for that line
   */
  static void on(String name, String purpose, Runnable action) {
    try { // by reflection: its class is not in the compiler's platform API
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object runAction =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                  return null;
                }
                return method.invoke(action, arguments);
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), runAction);
    } catch (InvocationTargetException e) { // with -Xrs the JVM does not handle some signals
      Throwable cause = e.getCause();
      LOG.info("no {} on SIG{}: {}", purpose, name, cause == null ? e : cause.getMessage());
    } catch (ReflectiveOperationException e) {
      LOG.info("no {} on SIG{} on this platform: {}", purpose, name, e.toString());
    }
  }
}
