package maestro.nulls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets fields that the constructor leaves open: {@code wrap} of a flyweight, for example. Callers
 * call it before any method that reads those fields.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Initializer {}
