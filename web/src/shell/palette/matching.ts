// What fits the words that a person typed. Without the browser.

interface CallOfList {
  readonly call: { readonly agent_id: string; readonly contact_id: string };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isCallId = (typed: string): boolean => ID.test(typed.trim());

/** Letters alone count: neither case nor accents. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** True when each typed word is in the name. */
export function fits(name: string, typed: string): boolean {
  const letters = plain(name);
  return plain(typed)
    .split(/\s+/)
    .every((word) => letters.includes(word));
}

/** The agents or contacts of found calls whose own name fits, each once, in the order of the calls. */
export function namesIn(
  calls: readonly CallOfList[],
  member: 'agent_id' | 'contact_id',
  typed: string,
): readonly string[] {
  return [...new Set(calls.map(({ call }) => call[member]))].filter((name) => fits(name, typed));
}
