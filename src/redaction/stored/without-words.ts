// Texts of a call whose transcript is deleted: verdicts, scores and the names of rules stay, and nothing that was said or written
// of the call. Pure.
import type { KindOfText } from '../../calls/redaction/holder-of-words.js';
import { maskJudged, type TextMasks } from './mask-judged.js';

/** A name of a rule, and no sentence that a model gave as one. */
const RULE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const NO_WORDS: TextMasks = {
  quote: () => '',
  note: () => '',
  rule: (name) => (RULE_NAME.test(name) ? name : ''),
};

/** Members with lists of quotations, under both of their names. */
const QUOTATIONS: ReadonlySet<string> = new Set(['citations', 'quotes']);

/** @returns null where nothing is left of the text */
export function withoutWords(kind: KindOfText, text: string): string | null {
  if (kind === 'judged') return withoutQuotations(JSON.parse(maskJudged(text, NO_WORDS)));
  if (kind === 'changes') return withoutEdits(text);
  return null;
}

const withoutQuotations = (judged: unknown) =>
  JSON.stringify(judged, (key, value: unknown) => (QUOTATIONS.has(key) && Array.isArray(value) ? [] : value));

/** @param text JSON of a person's correction @returns it with the ids of the corrected segments, without their texts */
function withoutEdits(text: string): string {
  const changes: { readonly segments: readonly { readonly id: number }[] } = JSON.parse(text);
  return JSON.stringify({ ...changes, segments: changes.segments.map(({ id }) => ({ id })) });
}
