// Keeps invented quotations out of the analyst's prose: text in quotation marks must have been said on the call.
import { countWords } from '../transcript/words.js';
import type { CallEvidence } from './call-evidence.js';

/** Fewer words in quotation marks are a term, not a quotation, and are not checked. */
const MIN_QUOTED_WORDS = 3;
/** Double and single marks of English, German and French. An apostrophe within a word is not a mark. */
const QUOTED: readonly RegExp[] = [
  /["“”„]([^"“”„]+)["“”]/gu,
  /[«»]([^«»]+)[«»]/gu,
  /(?<![\p{L}\p{N}])['‘‚]([^\n'‘’‚]+(?:['’][\p{L}][^\n'‘’‚]*)*)['’‘](?![\p{L}\p{N}])/gu,
];

const SENTENCE_END = /(?<=[.!?…]["'”’»“)]*)\s+/gu;

/** The text without the sentences that quote words no speaker said. */
export function dropInventedQuotations(text: string, evidence: CallEvidence): string {
  return splitSentences(text)
    .filter((sentence) => unquoteInvented(sentence, evidence) === sentence)
    .join(' ');
}

/** The text without the quotation marks around words that no speaker said. The words stay. */
export function unquoteInvented(text: string, evidence: CallEvidence): string {
  const wasSaid = (words: string) => countWords(words) < MIN_QUOTED_WORDS || evidence.wasSaid(words);
  return QUOTED.reduce(
    (left, pattern) => left.replace(pattern, (whole, words: string) => (wasSaid(words) ? whole : words)),
    text,
  );
}

/** A sentence end inside quotation marks does not end the sentence around them. */
function splitSentences(text: string): string[] {
  const quotations = QUOTED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({ from: index, to: index + whole.length })),
  );
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(SENTENCE_END)) {
    if (quotations.some((quotation) => quotation.from < index && index < quotation.to)) continue;
    sentences.push(text.slice(from, index));
    from = index + gap.length;
  }
  return [...sentences, text.slice(from)];
}
