// Keeps invented quotations out of the analyst's prose: text in quotation marks must have been said on the call, however short
// it is and whichever marks it stands in.
import { isMasked } from '../speech/transcript/prompt-injection.js';
import { countWords } from '../speech/words/words.js';
import { MAX_SUMMARY_CHARS } from './bounded-text.js';
import type { CallEvidence } from './call-evidence.js';
import { quotationsIn } from './prose-quotations.js';

/** More of a text is not read. */
const MAX_READ_CHARS = 2 * MAX_SUMMARY_CHARS;
/** An end of a sentence, with the marks behind it and the blanks; in scripts without blanks, none. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»“)]{0,4}(?:\s+|$)|[。！？]+["'”’»“)」』]{0,4}\s*/gu;

/**
 * The text without the sentences that quote words no speaker said, or tell of speech that no one's words bear out. Behind marks
 * that do not pair nothing is kept.
 */
export function dropInventedQuotations(text: string, evidence: CallEvidence): string {
  const read = text.slice(0, MAX_READ_CHARS);
  const { quotations, brokenAt } = quotationsIn(read);
  const invented = quotations.filter(({ words }) => !wasSaid(words, evidence));
  return sentencesOf(read, quotations)
    .filter(
      ({ from, to }) =>
        (brokenAt === null || to <= brokenAt) && !invented.some((each) => each.from < to && from < each.to),
    )
    .map((sentence) => read.slice(sentence.from, sentence.to).trim())
    .filter((sentence) => !evidence.tellsInvention(sentence))
    .join(' ');
}

/** The text without the quotation marks around words that no speaker said. The words stay. */
export function unquoteInvented(text: string, evidence: CallEvidence): string {
  const read = text.slice(0, MAX_READ_CHARS);
  const { quotations, brokenAt } = quotationsIn(read);
  let left = '';
  let at = 0;
  for (const { from, to, words } of quotations) {
    left += read.slice(at, from) + (wasSaid(words, evidence) ? read.slice(from, to) : words);
    at = to;
  }
  if (brokenAt === null) return left + read.slice(at);
  const kept = Math.max(at, brokenAt);
  // The text cannot be read as quotations: no mark of it is left.
  return left + read.slice(at, kept) + read.slice(kept).replace(/[^\p{L}\p{N}\p{M}\s.,:;!?()-]/gu, '');
}

function wasSaid(words: string, evidence: CallEvidence): boolean {
  return countWords(words) === 0 || (!isMasked(words) && evidence.wasSaid(words));
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** An end of a sentence inside quotation marks does not end the sentence around them. */
function sentencesOf(text: string, quotations: readonly TextRange[]): TextRange[] {
  const sentences: TextRange[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(SENTENCE_END)) {
    const to = index + end.length;
    if (quotations.some((quotation) => quotation.from < index && to < quotation.to)) continue;
    sentences.push({ from, to });
    from = to;
  }
  return from < text.length ? [...sentences, { from, to: text.length }] : sentences;
}
