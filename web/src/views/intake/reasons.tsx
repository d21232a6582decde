interface Reason {
  /** The way to the field that is wrong; empty where none is. */
  readonly loc: readonly string[];
  readonly msg: string;
}

/** The service's own sentences, with the fields that they are of. */
export function Reasons({ errors }: { readonly errors: readonly Reason[] }) {
  if (errors.length === 0) return null;
  return (
    <ul class="reasons" lang="en">
      {errors.map(({ loc, msg }, at) => (
        <li key={at}>
          {loc.length > 0 && <code>{loc.join('.')}</code>} {msg}
        </li>
      ))}
    </ul>
  );
}
