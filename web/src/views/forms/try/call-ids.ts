// Ids of calls for testing a scorecard. Without the browser.

/** API limit: calls in one test. */
export const MAX_CALLS = 20;

/** Adds the ids in a text, whatever separates them; the URL of a call contains its id too. */
export function addIds(ids: readonly string[], text: string): readonly string[] {
  const found = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? [];
  return [...new Set([...ids, ...found.map((id) => id.toLowerCase())])].slice(0, MAX_CALLS);
}
