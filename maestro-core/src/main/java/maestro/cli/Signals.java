package maestro.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals by which operators talk to the process, instead of what the kernel would do to it. */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * From now on the signal runs an action, each time on a thread of its own. Where there is no such
   * signal, a line of the log says what cannot be done.
   *
   * @param name without SIG
   * @param purpose for that line
   */
  static void on(String name, String purpose, Runnable action) {
    try { // its class is outside of what the compiler knows of the platform
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
    } catch (InvocationTargetException e) { // -Xrs keeps some signals to the platform
      LOG.info("no {} on SIG{}: {}", purpose, name, e.getCause().getMessage());
    } catch (ReflectiveOperationException e) {
      LOG.info("no {} on SIG{} on this platform: {}", purpose, name, e.toString());
    }
  }
}
