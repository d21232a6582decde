// Reads a list that a form or a query holds as one text.

/** The longest list that a field takes has less than half of it. JSON.parse of longer text would hold the event loop. */
const MAX_JSON_CHARACTERS = 10_000;

/**
 * `a, b`, or a JSON array as Postman and clients with JSON parts write it. A field that was repeated comes joined by commas,
 * so that there may be several arrays. Text that is no JSON is split at its commas.
 */
export function separatedList(text: string): readonly unknown[] {
  return jsonLists(text.trim()) ?? text.split(',').map((part) => part.trim());
}

function jsonLists(text: string): readonly unknown[] | null {
  if (!text.startsWith('[') || text.length > MAX_JSON_CHARACTERS) return null;
  try {
    const lists: unknown[] = JSON.parse(`[${text}]`);
    return lists.flat();
  } catch {
    return null;
  }
}
