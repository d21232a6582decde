// Ids of calls to try a form on. Without the browser.

/** As many as the service judges at once. */
export const MAX_CALLS = 20;

/** Adds the ids of a text, whatever stands between them; an address of a call holds its id too. */
export function addIds(ids: readonly string[], text: string): readonly string[] {
  const found = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? [];
  return [...new Set([...ids, ...found.map((id) => id.toLowerCase())])].slice(0, MAX_CALLS);
}
