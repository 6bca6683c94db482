package maestro.nulls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** After this method these fields are not null. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface EnsuresNonNull {
  /** The names of the fields. */
  String[] value();
}
