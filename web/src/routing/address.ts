// Addresses of the console: what stands behind `/app`, and the filters in the query. Without the browser, for tests.

export interface Address {
  /** Below `/app`, with a slash in front and none at the end, as in `/calls`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** @param base the path of the folder of the console, with a slash at its end, as in `/app/` */
export function readAddress(url: URL, base: string): Address {
  const path = url.pathname.slice(base.length - 1).replace(/\/+$/, '');
  // Saved views of earlier releases.
  const { livemode, ...query } = Object.fromEntries(url.searchParams);
  return { path: path === '' ? '/' : path, query: livemode === 'false' ? { ...query, mode: 'test' } : query };
}

/** Values that are empty or missing are left out, so that an address says no more than it must. */
export function writeAddress(path: string, query: Readonly<Record<string, string | undefined>>, base: string): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `${base}${path.slice(1)}${search === '' ? '' : `?${search}`}`;
}

/** @returns what stands at the places of a pattern such as `/calls/:id`; null where the path is another one */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':')) {
      const value = decoded(part);
      if (value === null || value === '') return null;
      found[name.slice(1)] = value;
    } else if (name !== part) return null;
  }
  return found;
}

/** @returns of the entries that fit the path the one that has a word where the others have a name; null where none fits */
export function bestMatch<Entry extends { readonly path: string }>(entries: readonly Entry[], path: string) {
  const fitting = entries.flatMap((entry) => {
    const params = match(entry.path, path);
    return params === null ? [] : [{ entry, params }];
  });
  // A name counts as 1 and a word as 0, so that the first of them in which two patterns differ decides.
  const names = (pattern: string) => pattern.replace(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '0'));
  const [best = null] = fitting.sort((a, b) => (names(a.entry.path) < names(b.entry.path) ? -1 : 1));
  return best;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
