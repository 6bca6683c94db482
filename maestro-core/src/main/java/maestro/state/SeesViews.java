package maestro.state;

/** A batch, or a request of it: something that is bound to one version of all views. */
public interface SeesViews {
  /** The values of all views when the batch began, by the views' indexes. */
  Versions versions();
}
