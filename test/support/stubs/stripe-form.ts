// Stripe's form encoding: nested fields and lists as brackets in the names.

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, also where it came as `name[0]`, `name[1]`. */
export function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? Object.values(value) : [];
}

/** `a[b][0]=c` becomes `{a: {b: {0: 'c'}}}`. */
export function nestedFields(pairs: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of pairs) {
    const way = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = way.pop() ?? name;
    let at = root;
    for (const part of way) {
      const next = at[part];
      const inner = isFields(next) ? next : {};
      at[part] = inner;
      at = inner;
    }
    // `expand[]=x&expand[]=y`: no index was given.
    at[name.endsWith('[]') ? `${last}:${Object.keys(at).length}` : last] = value;
  }
  return root;
}
