// Changes examples of the document: single members, and the pages of a list.

/**
 * @param set values by path, e.g. `call.duration_ms`
 * @param raw JSON in a form that JSON.stringify never writes, by path; marked, so that the server can write it as it is
 */
export function withMembers(
  body: unknown,
  set: Readonly<Record<string, unknown>>,
  raw: Readonly<Record<string, string>> = {},
): unknown {
  const changed = structuredClone(body);
  for (const [path, value] of Object.entries(set)) put(changed, path.split('.'), value);
  for (const [path, text] of Object.entries(raw)) put(changed, path.split('.'), `@raw:${text}`);
  return changed;
}

function put(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof target !== 'object' || target === null) throw new Error(`The example has no member above ${name}`);
  if (rest.length > 0) put(Reflect.get(target, name), rest, value);
  else Reflect.set(target, name, value);
}

/** The page that was asked for of a list of so many items, in either form of list. */
export function listPage(body: unknown, total: number, query: URLSearchParams): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const isData = 'data' in body;
  const start = Number(query.get(isData ? 'offset' : 'skip') ?? 0);
  const limit = Number(query.get('limit') ?? (isData ? 100 : 20));
  const [first]: unknown[] = Reflect.get(body, isData ? 'data' : 'items') ?? [];
  const items = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, index) =>
    withMembers(first, { id: `00000000-0000-4000-8000-${String(start + index + 1).padStart(12, '0')}` }),
  );
  return isData
    ? { ...body, data: items, has_more: start + items.length < total, total }
    : { ...body, items, total, skip: start, limit };
}
