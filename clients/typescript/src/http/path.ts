import { argumentError } from '../error.js';

/** Fills a path below `/api/v1` with ids: percent-encoded, so that no id can lead to another path. */
export function at(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => `${path}${encodedId(ids[index - 1])}${part}`);
}

function encodedId(id: unknown): string {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..')
    throw argumentError(`An id must be a string that is not empty, "." or "..".`);
  try {
    return encodeURIComponent(id);
  } catch (error) {
    throw argumentError('An id holds half of a surrogate pair.', error);
  }
}

type Scalar = string | number | boolean | null | undefined;
/** An object stands in the query as `name[key]=value`, for each of its members. */
export type QueryValue = Scalar | Readonly<Record<string, Scalar>>;

/** @returns with a question mark in front, or empty; members that are null or undefined are left out */
export function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const members = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, member]) => [`${name}[${key}]`, member] as const)
      : [[name, value] as const],
  );
  const given = members.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
