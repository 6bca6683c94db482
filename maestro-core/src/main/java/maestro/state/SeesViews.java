package maestro.state;

/** A batch or a request, which sees one version of all views. */
public interface SeesViews {
  /** The values of all views when the batch began, by the views' indexes. */
  Versions versions();
}
