package maestro.nulls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Callers call this method only while these fields are not null. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface RequiresNonNull {
  /** The names of the fields. */
  String[] value();
}
