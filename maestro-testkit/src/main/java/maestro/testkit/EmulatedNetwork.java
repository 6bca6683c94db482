package maestro.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a class, or one test, a network and a controller, as a parameter of the type
 * {@link TestNetwork}. Both run on one clock that jumps, so that tests do not wait, and always see
 * the same. At the test's beginning all switches are connected and the time to settle is over.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EmulatedNetworkExtension.class)
public @interface EmulatedNetwork {
  /** As {@code ./maestro network --topology}: {@code torus:3x3}, or a file. */
  String topology();

  /**
   * The controller's configuration: a file, or a resource of the class path. Its applications must
   * be on the class path, or in the folders that it names.
   */
  String config();

  /** Hosts of each switch; 0 for the usual number. */
  int hosts() default 0;

  /** What the switches speak: 1.0 or 1.3. */
  String openflow() default "1.3";

  /**
   * Further keys of a network's scenario, such as {@code "links.loss = 1 %"} or {@code
   * "special-hosts = [{ hosts = 2, vlan = 10 }]"}; docs/network.md says which there are.
   */
  String[] settings() default {};

  /** The time for the controller to find the links, in seconds of the network's clock. */
  int settleSeconds() default 5;
}
